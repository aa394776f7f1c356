#!/usr/bin/env python3
"""Runs the ```console blocks of a page and compares what they print.

In a block a line that begins with `$ ` is a command (a backslash at its end goes on in the next
line) and what follows, up to the next one, is what it prints on stdout and stderr. The page of an
example runs in a copy of its folder, the README where the visible files of the repository are.
Blocks of another kind (```sh) are not run. GPUPLAN_APPROVE=1 rewrites the outputs.
"""

import argparse
import pathlib
import shutil
import sys
import tempfile

import transcript

OPEN = "```console"
CLOSE = "```"
PROMPT = "$ "


class Session:
    """One command of a block: its lines in the page and the output that follows it."""

    def __init__(self, line):
        self.line = line
        self.command = []
        self.output = []

    @property
    def shell_line(self):
        return "\n".join(self.command)[len(PROMPT):]


def parse(text):
    """The page as a list: plain lines are strings, commands with their outputs are Sessions."""
    parts = []
    inside = False
    session = None
    for number, line in enumerate(text.split("\n"), 1):
        continues = session and not session.output and session.command[-1].endswith("\\")
        if not inside:
            inside = line == OPEN
            parts.append(line)
        elif line == CLOSE:
            inside, session = False, None
            parts.append(line)
        elif continues:
            session.command.append(line)
        elif line.startswith(PROMPT):
            session = Session(number)
            session.command.append(line)
            parts.append(session)
        elif session:
            session.output.append(line)
        else:
            raise ValueError(f"line {number}: a console block begins with `{PROMPT}` and a command")
    if inside:
        raise ValueError("a console block has no end")
    return parts


def prepare(page, root):
    """A folder in which the commands of the page may write."""
    if page.parent == transcript.REPOSITORY:
        folder = root / "gpuplan"
        folder.mkdir()
        for entry in transcript.REPOSITORY.iterdir():
            if not entry.name.startswith(".") and entry.name != "build":
                (folder / entry.name).symlink_to(entry)
        return folder
    folder = root / page.parent.name
    shutil.copytree(page.parent, folder)
    return folder


def run(program, page, parts):
    """Puts what the commands print now in place of their outputs; tells which have changed."""
    changed = []
    with tempfile.TemporaryDirectory(prefix="gpuplan-page-") as scratch:
        root = pathlib.Path(scratch)
        home = root / "home"
        home.mkdir()
        folder = prepare(page, root)
        variables = transcript.environment(program, home)
        for session in parts:
            if isinstance(session, str):
                continue
            done = transcript.run_shell(session.shell_line, folder, variables, merge=True)
            text = done.stdout.decode("utf-8", errors="backslashreplace")
            output = text.rstrip("\n").split("\n") if text else []
            if output != session.output:
                changed.append((session, session.output))
                session.output = output
    return changed


def join(parts):
    lines = []
    for part in parts:
        lines += [part] if isinstance(part, str) else part.command + part.output
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True)
    parser.add_argument("page", type=pathlib.Path)
    arguments = parser.parse_args()
    page = arguments.page.resolve()
    try:
        parts = parse(page.read_text(encoding="utf-8"))
    except ValueError as fault:
        sys.exit(f"{page}: {fault}")
    changed = run(arguments.program, page, parts)
    if transcript.approving():
        page.write_text(join(parts), encoding="utf-8")
        return 0
    for session, before in changed:
        print(f"{page}:{session.line}: {session.command[0]}")
        transcript.show_difference(
            "output", "\n".join(before).encode(), "\n".join(session.output).encode()
        )
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
