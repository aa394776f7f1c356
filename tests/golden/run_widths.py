#!/usr/bin/env python3
"""Holds every verb's text against the width of the terminal.

At each width no line may be wider, unless it is a single word, and colour may add escapes and
nothing else.
"""

import argparse
import re
import shlex
import sys
import tempfile

import transcript

WIDTHS = (40, 60, 80, 100, 140)
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def width_of(line):
    return len(ESCAPE.sub("", line))


def run(program, arguments, width, colour):
    with tempfile.TemporaryDirectory(prefix="gpuplan-widths-") as home:
        variables = transcript.environment(program, home, {"COLUMNS": str(width)})
        if colour:
            del variables["NO_COLOR"]
            variables["CLICOLOR_FORCE"] = "1"
        done = transcript.run_shell("gpuplan " + arguments, home, variables)
    if done.returncode not in (0, 1):
        sys.exit(f"gpuplan {arguments}: exit {done.returncode}\n{done.stderr.decode()}")
    return done.stdout.decode("utf-8")


def words_of(line):
    """The words of a line; a quoted text of a command is one, the backslash at its end none."""
    try:
        return shlex.split(line.removesuffix("\\"))
    except ValueError:  # an apostrophe
        return line.split()


def too_wide(text, width):
    for line in text.splitlines():
        if width_of(line) > width and len(words_of(ESCAPE.sub("", line))) > 1:
            yield line


def faults_of(program, arguments):
    for width in WIDTHS:
        plain = run(program, arguments, width, colour=False)
        for line in too_wide(plain, width):
            yield f"{width} columns: gpuplan {arguments}\n  {width_of(line)}: {line}"
        if ESCAPE.sub("", run(program, arguments, width, colour=True)) != plain:
            yield f"{width} columns: gpuplan {arguments}: colour changes the text"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True)
    parser.add_argument("commands", help="file with the arguments of one command a line")
    options = parser.parse_args()
    with open(options.commands, encoding="utf-8") as file:
        commands = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    if not commands:
        sys.exit(f"{options.commands}: expected commands")
    faults = [fault for arguments in commands for fault in faults_of(options.program, arguments)]
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
