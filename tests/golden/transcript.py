"""What the runners of golden cases and of pages share: one fixed environment, diffs, approval."""

import difflib
import os
import pathlib
import subprocess
import sys

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]

# What a sanitizer or a coverage build needs to be told gets through; nothing else does.
PASSED_ON = ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "LLVM_PROFILE_FILE")


def approving():
    """Whether expectations are to be rewritten. A CI run never does."""
    return os.environ.get("GPUPLAN_APPROVE") == "1" and not os.environ.get("CI")


def environment(program, home, extra=None):
    """The same on every machine: UTC, C locale, 100 columns, no colour, an empty home."""
    values = {
        "PATH": f"{pathlib.Path(program).resolve().parent}:/usr/bin:/bin",
        "HOME": str(home),
        "TZ": "UTC",
        "LC_ALL": "C",
        "COLUMNS": "100",
        "NO_COLOR": "1",
    }
    values.update({name: os.environ[name] for name in PASSED_ON if name in os.environ})
    values.update(extra or {})
    return values


def run_shell(line, folder, variables, merge=False):
    """Runs one shell line; the exit code of a pipe is that of its first failing part."""
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", line],
        cwd=folder,
        env=variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if merge else subprocess.PIPE,
        check=False,
    )


def show_difference(name, expected, actual):
    """Prints a unified diff of two byte strings; what is no UTF-8 is shown escaped."""

    def lines(data):
        text = data.decode("utf-8", errors="backslashreplace")
        return [line + "\n" for line in text.split("\n")]

    # The last element stands for what follows the last newline: nothing, in a proper text.
    sys.stdout.writelines(
        difflib.unified_diff(lines(expected), lines(actual), f"{name} (expected)", f"{name} (now)")
    )
