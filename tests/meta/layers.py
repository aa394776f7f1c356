#!/usr/bin/env python3
"""Holds src/ to layers.txt: which module includes which, who uses which library, who says what."""

import pathlib
import re
import sys

import meta

OWN_INCLUDE = re.compile(r'^\s*#\s*include\s*"([a-z_]+)/')
ANY_OWN_INCLUDE = re.compile(r'^\s*#\s*include\s*"')
LIBRARY_INCLUDE = re.compile(r"^\s*#\s*include\s*<([^>]+)>")
PUBLIC = "gpuplan"  # the façade's headers, in include/
COMMENT = re.compile(r"//.*")


def read_layers(path):
    """The three sections as dictionaries of name → list of folders."""
    sections = {}
    current = None
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            current = sections.setdefault(line.strip("[]"), {})
        elif line and not line.startswith("#"):
            # The last colon divides: a pattern may have colons of its own.
            name, folders = re.fullmatch(r"(.*):(?!:)\s*([^:]*)", line).groups()
            current[name] = folders.split()
    return sections


def within(path, folders):
    return any(path.is_relative_to(folder) for folder in folders)


def faults_of_line(path, line, layers):
    """What one line of a file (relative to src/) does that layers.txt does not allow."""
    module = path.parts[0]
    if own := OWN_INCLUDE.match(line):
        if own[1] != module and own[1] not in layers["modules"][module]:
            yield f"module {module} must not include {own[1]}/"
    elif ANY_OWN_INCLUDE.match(line):
        yield "include by path from src/"
    if library := LIBRARY_INCLUDE.match(line):
        for start, folders in layers["libraries"].items():
            if library[1].startswith(start) and not within(path, folders):
                yield f"<{library[1]}> belongs to {', '.join(folders)} alone"
    code = COMMENT.sub("", line)
    for words, folders in layers["words"].items():
        if not within(path, folders) and (said := re.search(rf"\b(?:{words})", code)):
            yield f"{said[0]} belongs to {', '.join(folders)} alone"


def check(source, layers):
    faults = []
    for path in sorted(source.rglob("*")):
        if path.suffix not in (".cpp", ".hpp"):
            continue
        relative = path.relative_to(source)
        if relative.parts[0] not in layers["modules"]:
            faults.append(f"src/{relative}: no module of that name in layers.txt")
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            faults += [
                f"src/{relative}:{number}: {fault}"
                for fault in faults_of_line(relative, line, layers)
            ]
    return faults


def cycles(modules):
    """Modules are listed from the bottom: a module may include only what stands above its line."""
    order = list(modules)
    return [
        f"layers.txt: {module} points up to {other}"
        for module, others in modules.items()
        for other in others
        if other != PUBLIC and (other not in order or order.index(other) >= order.index(module))
    ]


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else meta.ROOT / "src"
    rules = read_layers(pathlib.Path(__file__).with_name("layers.txt"))
    meta.run_checks(lambda: cycles(rules["modules"]), lambda: check(folder, rules))
