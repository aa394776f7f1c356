#!/usr/bin/env python3
"""Holds the tree to its conventions: top level, headers, words, sizes of catalog files."""

import re

import meta

TOP_LEVEL = {
    "CMakeLists.txt",
    "CMakePresets.json",
    "LICENSE",
    "README.md",
    "catalogs",
    "examples",
    "include",
    "src",
    "tests",
}

# Spelt in parts, so that this file may stand among those it reads. One line may name the folder
# with the raw facts: the one that tells the tests where it is.
SHARED = "sha" + "red/"
FORBIDDEN = re.compile(rf"\.\./{SHARED}|(?<![\w/]){SHARED}|/wo" + "rk/|iss" + "ue #", re.IGNORECASE)
ALLOWED = (".ci/run", "GPUPLAN_FACTS")

# The reader's limit for a YAML file; a larger one could not be loaded.
YAML_LIMIT = 1 << 20

SOURCE_NAME = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)*")


def visible_top_level():
    found = {path.parts[0] for path in meta.tracked_files() if not path.parts[0].startswith(".")}
    return [f"{name}: does not belong to the top level" for name in sorted(found - TOP_LEVEL)] + [
        f"{name}: missing from the top level" for name in sorted(TOP_LEVEL - found)
    ]


def headers_are_guarded():
    faults = []
    for path in meta.tracked_files():
        if path.suffix == ".hpp":
            lines = (meta.ROOT / path).read_text(encoding="utf-8").splitlines()
            code = [line for line in lines if line and not line.startswith("//")]
            if not code or code[0] != "#pragma once":
                faults.append(f"{path}: a header begins with #pragma once")
    return faults


def words_of_the_workplace():
    faults = []
    for path in meta.tracked_files():
        data = (meta.ROOT / path).read_bytes()
        for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
            word = FORBIDDEN.search(line)
            if word and not (str(path) == ALLOWED[0] and ALLOWED[1] in line):
                faults.append(f'{path}:{number}: "{word[0]}" means nothing to a reader')
    return faults


def catalog_files_are_within_limits():
    return [
        f"{path}: {size} bytes, the reader takes at most {YAML_LIMIT}"
        for path in meta.tracked_files()
        if path.suffix == ".yaml" and (size := (meta.ROOT / path).stat().st_size) > YAML_LIMIT
    ]


def sources_are_named_alike():
    return [
        f"{path}: source files are named in snake_case"
        for path in meta.tracked_files()
        if path.suffix in (".cpp", ".hpp", ".py") and not SOURCE_NAME.fullmatch(path.name)
    ]


def public_headers_want_nothing():
    """What a program sees of the library includes the standard library and itself."""
    allowed = re.compile(r'<[a-z_]+>|"gpuplan/[a-z_]+\.hpp"')
    return [
        f"{path}: a public header must not include {met}"
        for path in sorted((meta.ROOT / "include").rglob("*.hpp"))
        for met in re.findall(r"^\s*#\s*include\s*(\S+)", path.read_text("utf-8"), re.MULTILINE)
        if not allowed.fullmatch(met)
    ]


def readme_shows_the_consumer():
    """The library's example is the program that the tests build and run."""
    readme = (meta.ROOT / "README.md").read_text(encoding="utf-8")
    program = (meta.ROOT / "tests" / "consumer" / "main.cpp").read_text(encoding="utf-8")
    lines = (meta.ROOT / "tests" / "consumer" / "CMakeLists.txt").read_text(encoding="utf-8")
    build = lines[lines.index("find_package") :]
    return [
        f"README.md: does not show tests/consumer/{name} as it is"
        for name, block in [
            ("main.cpp", f"```cpp\n{program}```\n"),
            ("CMakeLists.txt", f"```cmake\n{build}```\n"),
        ]
        if block not in readme
    ]


if __name__ == "__main__":
    meta.run_checks(
        visible_top_level,
        headers_are_guarded,
        words_of_the_workplace,
        catalog_files_are_within_limits,
        sources_are_named_alike,
        public_headers_want_nothing,
        readme_shows_the_consumer,
    )
