#!/usr/bin/env python3
"""Holds the program to the tree: its version, a golden case for every verb, pinned prices."""

import re
import shlex
import subprocess
import sys

import meta

PROGRAM, VERSION = sys.argv[1:3]

# What these print does not depend on prices, so it needs no date.
WITHOUT_PRICES = {
    "calibrate",
    "catalog",
    "facts",
    "feedback",
    "help",
    "init",
    "schema",
    "size",
    "validate",
    "version",
}


def output_of(*arguments):
    done = subprocess.run(
        [PROGRAM, *arguments], stdout=subprocess.PIPE, env={"LC_ALL": "C"}, text=True, check=True
    )
    return done.stdout


def verbs():
    overview = output_of("--help").split("\nExit codes")[0]
    return re.findall(r"^  ([a-z][a-z-]*)  +\S", overview, re.MULTILINE)


def version_is_right():
    first = output_of("--version").split("\n")[0]
    if first.split()[:2] == ["gpuplan", VERSION]:
        return []
    return [f"gpuplan --version says `{first}`, the project is {VERSION}"]


def every_verb_has_a_case():
    if not (names := verbs()):
        return ["gpuplan --help lists no commands"]
    golden = meta.ROOT / "tests" / "golden"
    return [
        f"tests/golden/{name}: no case for this command"
        for name in names
        if not any(golden.glob(f"{name}/*/command"))
    ]


def commands_of(text):
    """The gpuplan commands of a shell line, each as a list of its arguments."""
    lexer = shlex.shlex(text, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    lexer.commenters = ""
    command = []
    for token in [*lexer, ";"]:
        if set(token) <= set(";|&<>()"):
            if command[:1] == ["gpuplan"]:
                yield command[1:]
            command = []
        else:
            command.append(token)


def prints_prices(arguments):
    if not arguments or {"--help", "-h", "--help-all", "--version", "-V"} & set(arguments):
        return False
    return arguments[0] in verbs() and arguments[0] not in WITHOUT_PRICES


def is_pinned(arguments):
    return any(a == "--as-of" or a.startswith("--as-of=") for a in arguments)


def executed_lines():
    """(place, shell line) of all that tests run and compare."""
    golden = meta.ROOT / "tests" / "golden"
    for path in sorted(golden.glob("*/*/command")):
        yield path.relative_to(meta.ROOT), path.read_text(encoding="utf-8")
    for path in [meta.ROOT / "README.md", *sorted(meta.ROOT.glob("examples/*/README.md"))]:
        text = path.read_text(encoding="utf-8")
        for block in re.findall(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            joined = block.replace("\\\n", " ")
            for line in re.findall(r"^\$ (.*)$", joined, re.MULTILINE):
                yield path.relative_to(meta.ROOT), line


def prices_are_pinned():
    return [
        f"{place}: gpuplan {' '.join(arguments)}: pin the date of prices with --as-of"
        for place, line in executed_lines()
        for arguments in commands_of(line)
        if prints_prices(arguments) and not is_pinned(arguments)
    ]


def readme_says_what_the_catalog_holds():
    """Every count of `gpuplan version` stands in the README with the words that follow it there."""
    readme = " ".join((meta.ROOT / "README.md").read_text(encoding="utf-8").split())
    counts = output_of("version").splitlines()[2].split(", ")
    words = {"machines": "machine sizes", "providers": "providers"}
    shown = []
    for count in counts:
        number, word = count.split(" ", 1)
        shown.append(f"{number} {words.get(word, word)}")
    return [f"README.md: does not say {text}" for text in shown if text not in readme]


if __name__ == "__main__":
    meta.run_checks(
        version_is_right,
        every_verb_has_a_case,
        prices_are_pinned,
        readme_says_what_the_catalog_holds,
    )
