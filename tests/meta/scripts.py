#!/usr/bin/env python3
"""Every shell script passes shellcheck and stands on bash with all faults fatal."""

import shutil
import subprocess
import sys

import meta


def is_program(path):
    first = (meta.ROOT / path).open("rb").readline()
    return first.startswith(b"#!") and b"sh" in first.split(b"/")[-1]


def programs():
    return [path for path in meta.tracked_files() if path.suffix in ("", ".sh") and is_program(path)]


def sourced():
    return [path for path in meta.tracked_files() if path.suffix == ".sh" and not is_program(path)]


def faults_are_fatal():
    return [
        f"{path}: no `set -euo pipefail`"
        for path in programs()
        if "set -euo pipefail" not in (meta.ROOT / path).read_text(encoding="utf-8")
    ]


def shellcheck_is_content():
    done = subprocess.run(
        ["shellcheck", "--external-sources", "--source-path=SCRIPTDIR", *programs(), *sourced()],
        cwd=meta.ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return [done.stdout + done.stderr] if done.returncode else []


if __name__ == "__main__":
    if shutil.which("shellcheck") is None:
        print("shellcheck is not installed")
        sys.exit(meta.SKIPPED)
    meta.run_checks(faults_are_fatal, shellcheck_is_content)
