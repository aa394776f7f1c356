#!/usr/bin/env python3
"""Measures one command of an optimised build: instructions, time against /bin/true, memory.

    cmake --workflow --preset release
    tests/bench/startup.py                                  the main job
    tests/bench/startup.py -- offers h100 --as-of 2026-12-01

Instructions (under callgrind) repeat to about 0.1 % and are what to compare between commits; times
depend on the machine, hence the ratio to a program that does nothing, run in turns with ours.
Private memory is what the process does not share with others, taken when it exits.
"""

import argparse
import ctypes
import os
import pathlib
import re
import signal
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
MAIN_JOB = (
    "recommend --model llama-3.1-8b --kind finetune --method full --tokens 500M --deadline 48h "
    "--as-of 2026-12-01"
).split()
ENVIRONMENT = {"LC_ALL": "C", "NO_COLOR": "1", "COLUMNS": "100", "HOME": "/nonexistent"}

PTRACE_TRACEME, PTRACE_CONT, PTRACE_SETOPTIONS = 0, 7, 0x4200
PTRACE_O_TRACEEXIT, PTRACE_EVENT_EXIT = 0x40, 6


def instructions(command):
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command],
        env=ENVIRONMENT | {"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=True,
    )
    return int(re.search(r"Collected : (\d+)", done.stderr)[1])


def seconds(command, sink):
    """One run from its start to its end, without the cost of copying this interpreter."""
    began = time.perf_counter()
    child = os.posix_spawn(
        command[0], command, ENVIRONMENT, file_actions=[(os.POSIX_SPAWN_DUP2, sink, 1)]
    )
    os.waitpid(child, 0)
    return time.perf_counter() - began


def times(command, runs):
    """Times of ours and of an empty program, run in turns so that both meet the same machine."""
    ours, empty = [], []
    with open(os.devnull, "wb") as sink:
        for _ in range(runs):
            ours.append(seconds(command, sink.fileno()))
            empty.append(seconds(["/bin/true"], sink.fileno()))
    return ours, empty


def fastest_tenth(values):
    """The 10th percentile: what remains of a time on a busy machine."""
    return statistics.quantiles(values, n=10)[0]


def row(name, value, unit, remark=""):
    print(f"  {name:<18}{value:9.2f} {unit:<4} {remark}".rstrip())


def kilobytes(process, name, fields):
    text = pathlib.Path(f"/proc/{process}/{name}").read_text(encoding="utf-8")
    return sum(map(int, re.findall(rf"^{fields}:\s+(\d+) kB", text, re.MULTILINE)))


def memory(command):
    """(private, peak resident) in bytes; the process is held at its exit and looked at."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
    child = os.fork()
    if child == 0:
        libc.ptrace(PTRACE_TRACEME, 0, None, None)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.execve(command[0], command, ENVIRONMENT)
    os.waitpid(child, 0)
    libc.ptrace(PTRACE_SETOPTIONS, child, None, PTRACE_O_TRACEEXIT)
    private = peak = forwarded = 0
    while True:
        libc.ptrace(PTRACE_CONT, child, None, forwarded)
        _, status = os.waitpid(child, 0)
        if not os.WIFSTOPPED(status):
            return private, peak
        stopped_by = os.WSTOPSIG(status)
        forwarded = 0 if stopped_by == signal.SIGTRAP else stopped_by
        if status >> 8 == signal.SIGTRAP | PTRACE_EVENT_EXIT << 8:
            private = kilobytes(child, "smaps_rollup", r"Private_\w+") * 1024
            peak = kilobytes(child, "status", "VmHWM") * 1024


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/release/gpuplan")
    parser.add_argument("--runs", type=int, default=300)
    parser.add_argument("arguments", nargs="*", default=MAIN_JOB)
    options = parser.parse_args()
    if not options.program.exists():
        sys.exit(f"{options.program}: build it first: cmake --workflow --preset release")
    command = [str(options.program.resolve()), *options.arguments]

    ours, empty = times(command, options.runs)
    private, peak = memory(command)
    print(f"gpuplan {' '.join(options.arguments)}")
    row("instructions", instructions(command) / 1e6, "M")
    for name, of in (("median time", statistics.median), ("fastest tenth", fastest_tenth)):
        remark = f"{of(ours) / of(empty):.2f} x /bin/true ({of(empty) * 1e3:.2f} ms)"
        row(name, of(ours) * 1e3, "ms", remark)
    row("private memory", private / 2**20, "MiB", "at exit")
    row("peak resident", peak / 2**20, "MiB")


if __name__ == "__main__":
    main()
