#!/usr/bin/env python3
"""Holds the JSON and CSV of every verb against one rule: figures are numbers.

No value is a figure made for people (`8,030,261,248`, `7.7 h`, `61 %`), and no text is a bare number
unless it is money, which is decimal text so that it stays exact, or what the user wrote.
"""

import argparse
import csv
import io
import json
import re
import sys
import tempfile

import transcript

FOR_PEOPLE = re.compile(r"^-?\d{1,3}(,\d{3})+(\.\d+)?$|^-?\d+(\.\d+)? ?(%|s|ms|min|h|d|GiB|GB|GB/s)$")
BARE_NUMBER = re.compile(r"^-?\d+(\.\d+)?$")
MONEY = re.compile(r"(price|cost|budget|hourly|_usd|_cny|amount|total|rate|paid|least|most|median|dearest)")
AS_WRITTEN = {"value", "key", "cell"}  # of flags, settings and axes

COMMANDS = """
recommend owl-7b --tokens 50M --as-of 2026-11-30
recommend owl-7b --kind serve --rps 4 --as-of 2026-11-30
estimate owl-7b nimbus/k1.8x80@east-1 --tokens 50M --as-of 2026-11-30
explain nimbus/k1.8x80@east-1 --model owl-7b --tokens 50M --as-of 2026-11-30
compare owl-7b --tokens 50M --method lora,full --as-of 2026-11-30
size owl-7b --method full
size owl-moe-8x7b --kind serve
offers --as-of 2026-11-30
catalog check --all
catalog show accelerators
catalog show providers
catalog show instances
catalog show offers
catalog show regions
catalog show models
catalog show rules
facts
facts --defaults
version
"""
WITHOUT_CSV = ("estimate", "explain", "size", "catalog check", "version")


def run(program, arguments):
    with tempfile.TemporaryDirectory(prefix="gpuplan-formats-") as home:
        done = transcript.run_shell(
            "gpuplan " + arguments, home, transcript.environment(program, home)
        )
    if done.returncode != 0:
        sys.exit(f"gpuplan {arguments}: exit {done.returncode}\n{done.stderr.decode()}")
    return done.stdout.decode("utf-8")


def leaves(value, key="", path=""):
    """Every value that is no list and no object, with its key and the path to it."""
    if isinstance(value, dict):
        for name, member in value.items():
            within = key if key in AS_WRITTEN else name
            yield from leaves(member, within, f"{path}.{name}")
    elif isinstance(value, list):
        for index, member in enumerate(value):
            yield from leaves(member, key, f"{path}[{index}]")
    else:
        yield key, path, value


def fault_of(key, value):
    if not isinstance(value, str) or key in AS_WRITTEN:
        return None
    if FOR_PEOPLE.match(value):
        return "a figure for people"
    if BARE_NUMBER.match(value) and not MONEY.search(key):
        return "a number as a text"
    return None


def faults_of(program, arguments):
    for key, path, value in leaves(json.loads(run(program, arguments + " -o json"))):
        if fault := fault_of(key, value):
            yield f"gpuplan {arguments} -o json: {path} is {fault}: {value}"
    if arguments.startswith(WITHOUT_CSV):
        return
    rows = list(csv.DictReader(io.StringIO(run(program, arguments + " -o csv"))))
    if not rows:
        yield f"gpuplan {arguments} -o csv: no rows"
    for name in rows[0] if rows else ():
        if not re.fullmatch(r"[a-z0-9_.]+", name):
            yield f"gpuplan {arguments} -o csv: the column {name} is no name"
    for row in rows:
        for name, value in row.items():
            if name not in AS_WRITTEN and FOR_PEOPLE.match(value):
                yield f"gpuplan {arguments} -o csv: {name} is a figure for people: {value}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True)
    program = parser.parse_args().program
    commands = COMMANDS.strip().splitlines()
    faults = [fault for arguments in commands for fault in faults_of(program, arguments)]
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
