#!/usr/bin/env python3
"""Compares an installed tree with install_list.txt, file by file."""

import pathlib
import sys

import meta

LIST = pathlib.Path(__file__).with_name("install_list.txt")


def expected_files(configuration):
    """The list, with `catalogs/**` spelt out and the build type put in."""
    files = set()
    for line in LIST.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        if line.endswith("/catalogs/**"):
            below = pathlib.Path(line).parents[1]
            files |= {
                str(below / path) for path in meta.tracked_files() if path.parts[0] == "catalogs"
            }
        else:
            files.add(line.replace("<build type>", configuration.lower()))
    return files


def differences(prefix, configuration, also=frozenset()):
    """What is installed and not listed or also allowed, and the other way round."""
    found = {str(p.relative_to(prefix)) for p in prefix.rglob("*") if not p.is_dir()}
    wanted = expected_files(configuration) | also
    return [f"{name}: not in the install list" for name in sorted(found - wanted)] + [
        f"{name}: not installed" for name in sorted(wanted - found)
    ]


if __name__ == "__main__":
    meta.run_checks(lambda: differences(pathlib.Path(sys.argv[1]), sys.argv[2]))
