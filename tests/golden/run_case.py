#!/usr/bin/env python3
"""Runs one golden case and compares stdout, stderr and exit code byte for byte.

A case is a folder with
  command       one shell line that begins with `gpuplan`
  stdout        what it prints; a missing file stands for nothing
  stderr        the same for errors
  exit          its exit code; a missing file stands for 0
  environment   optional lines NAME=VALUE that change the fixed environment (COLUMNS=80)
and whatever input files the command names. It runs in a copy of the folder, beside a link to
tests/support where the case itself would find it (../../../support). A SHA-256 digest reads
<sha256>: it names the catalog, which may gain a remark. GPUPLAN_APPROVE=1 rewrites the expectations.
"""

import argparse
import pathlib
import re
import shutil
import sys
import tempfile

import transcript

EXPECTATIONS = ("stdout", "stderr", "exit")
DIGEST = re.compile(rb"\b[0-9a-f]{64}\b")


def read_command(case):
    lines = (case / "command").read_text(encoding="utf-8").splitlines()
    if len(lines) != 1 or not lines[0].startswith("gpuplan"):
        sys.exit(f"{case / 'command'}: expected one line that begins with gpuplan")
    return lines[0]


def read_environment(case):
    path = case / "environment"
    if not path.exists():
        return {}
    return dict(line.split("=", 1) for line in path.read_text(encoding="utf-8").splitlines())


def run(program, case):
    """The three expectations as the program meets them now."""
    with tempfile.TemporaryDirectory(prefix="gpuplan-golden-") as scratch:
        root = pathlib.Path(scratch)
        home = root / "home"
        home.mkdir()
        copy = root / "tests" / "golden" / case.parent.name / case.name
        shutil.copytree(case, copy, ignore=shutil.ignore_patterns("command", *EXPECTATIONS))
        (root / "tests" / "support").symlink_to(transcript.REPOSITORY / "tests" / "support")
        done = transcript.run_shell(
            read_command(case), copy, transcript.environment(program, home, read_environment(case))
        )
    return {
        "stdout": DIGEST.sub(b"<sha256>", done.stdout),
        "stderr": DIGEST.sub(b"<sha256>", done.stderr),
        "exit": f"{done.returncode}\n".encode() if done.returncode else b"",
    }


def expected(case, name):
    path = case / name
    return path.read_bytes() if path.exists() else b""


def approve(case, actual):
    for name, data in actual.items():
        path = case / name
        if data:
            path.write_bytes(data)
        else:
            path.unlink(missing_ok=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True)
    parser.add_argument("case", type=pathlib.Path)
    arguments = parser.parse_args()
    case = arguments.case.resolve()
    actual = run(arguments.program, case)
    if transcript.approving():
        approve(case, actual)
        return 0
    different = [name for name in EXPECTATIONS if expected(case, name) != actual[name]]
    if different:
        print(f"$ {read_command(case)}")
    for name in different:
        transcript.show_difference(name, expected(case, name), actual[name])
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
