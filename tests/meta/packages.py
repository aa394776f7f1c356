#!/usr/bin/env python3
"""Makes both packages, unpacks them without root, and runs the program in an empty environment."""

import pathlib
import re
import subprocess
import sys
import tempfile

import install
import meta

BUILD, CONFIGURATION, VERSION = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]

# What the archive leaves to the system: the C and C++ libraries and the loader.
OF_THE_SYSTEM = re.compile(r"linux-vdso|ld-linux|lib(c|m|stdc\+\+|gcc_s)\.so")

# The newest versions of them that an archive built on Debian 12 may ask for; so RHEL 9 can run it.
# (The assertions of a debug build ask for one more.)
NEWEST = {"GLIBC": (2, 34), "GLIBCXX": (3, 4, 30 if CONFIGURATION == "Debug" else 29)}


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def make_packages(folder):
    run("cpack", "--config", BUILD / "CPackConfig.cmake", "-B", folder, cwd=folder)
    (archive,) = folder.glob("*.tar.gz")
    (package,) = folder.glob("*.deb")
    return archive, package


def libraries_of(program):
    """Name → path of every shared library the loader takes for the program."""
    listing = run(program, env={"LD_TRACE_LOADED_OBJECTS": "1"}, cwd="/")
    return dict(re.findall(r"^\s*(\S+) => (\S+)", listing, re.MULTILINE))


def program_answers(prefix):
    program = prefix / "bin" / "gpuplan"
    said = run(program, "--version", env={}, cwd="/")
    welcome = run(program, env={}, cwd="/")
    if VERSION in said and VERSION in welcome:
        return []
    return [f"{program}: does not say its version {VERSION}: {said}"]


def archive_is_self_contained(prefix):
    return [
        f"the archive takes {name} from {path}"
        for name, path in libraries_of(prefix / "bin" / "gpuplan").items()
        if not OF_THE_SYSTEM.match(name) and not pathlib.Path(path).is_relative_to(prefix)
    ]


def archive_runs_on_older_systems(prefix):
    release = pathlib.Path("/etc/os-release").read_text(encoding="utf-8")
    if "bookworm" not in release:
        return []
    faults = []
    for path in [prefix / "bin" / "gpuplan", *(prefix / "lib" / "gpuplan").iterdir()]:
        for name, text in re.findall(r"\b(GLIBC|GLIBCXX)_([\d.]+)", run("readelf", "-VW", path)):
            if tuple(map(int, text.split("."))) > NEWEST[name]:
                faults.append(f"{path.name} of the archive asks for {name} {text}")
    return sorted(set(faults))


def bundled_files(prefix):
    """The archive's own libraries, and a licence for each."""
    libraries = {library.name for library in (prefix / "lib" / "gpuplan").glob("*.so*")}
    return {f"lib/gpuplan/{name}" for name in libraries} | {
        f"share/doc/gpuplan/licenses/{name.split('.so')[0].removeprefix('lib')}.txt"
        for name in libraries
    }


def package_uses_the_system(package, root):
    control = run("dpkg-deb", "--field", package)
    faults = [
        f"the package does not depend on {name}"
        for name in ("libc6", "libstdc++6", "libsimdjson", "libfmt")
        if not re.search(rf"^Depends:.*\b{re.escape(name)}", control, re.MULTILINE)
    ]
    if re.search(r"R(UN)?PATH", run("readelf", "-d", root / "usr" / "bin" / "gpuplan")):
        faults.append("the package's program has a run path")
    return faults


def main():
    with tempfile.TemporaryDirectory(prefix="gpuplan-packages-") as scratch:
        folder = pathlib.Path(scratch).resolve()
        archive, package = make_packages(folder)
        unpacked = folder / "archive"
        unpacked.mkdir()
        run("tar", "-xzf", archive, "-C", unpacked)
        (prefix,) = unpacked.iterdir()
        root = folder / "root"
        run("dpkg-deb", "--extract", package, root)
        meta.run_checks(
            lambda: install.differences(prefix, CONFIGURATION, bundled_files(prefix)),
            lambda: install.differences(root / "usr", CONFIGURATION),
            lambda: program_answers(prefix),
            lambda: program_answers(root / "usr"),
            lambda: archive_is_self_contained(prefix),
            lambda: archive_runs_on_older_systems(prefix),
            lambda: package_uses_the_system(package, root),
        )


if __name__ == "__main__":
    main()
