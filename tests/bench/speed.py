#!/usr/bin/env python3
"""Measures an optimised build: instructions, time against /bin/true, memory.

    cmake --workflow --preset release
    tests/bench/speed.py                                    the jobs below, a line each
    tests/bench/speed.py --runs 1000
    tests/bench/speed.py -- offers h100 --as-of 2026-12-01  a command of your own
    tests/bench/speed.py --program OTHER/gpuplan            another build, to compare with

M instr    instructions under callgrind, in millions. They repeat to about 0.1 % and are what to
           compare between commits.
median     milliseconds from start to end, of runs taken in turns with /bin/true so that both meet
           the same machine.
x true     that median over the one of /bin/true: what does not depend on the machine.
private    memory in MiB that the process does not share with others, taken when it exits.
resident   the most it ever held, in MiB, with the pages of libraries and catalog.
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
AS_OF = ["--as-of", "2026-11-30"]
JOBS = {
    "fine-tune 8B, LoRA": ["recommend", "--model", "llama-3.1-8b", *AS_OF],
    "fine-tune 8B, full": (
        "recommend --model llama-3.1-8b --kind finetune --method full --tokens 500M --deadline 48h"
    ).split()
    + AS_OF,
    "pre-train GPT-3 175B": (
        "recommend gpt3-175b --kind pretrain --tokens 300B --batch 1536 --seq 2048 --deadline 90d"
    ).split()
    + AS_OF,
    "serve 70B": "recommend llama-3.1-70b --kind serve --rps 20 --ttft 1s --tpot 60ms".split()
    + AS_OF,
    "offers h100": ["offers", "h100", *AS_OF],
    "version": ["version"],
}
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


def medians(command, runs):
    """Median time of ours and of a program that does nothing, run in turns."""
    ours, empty = [], []
    with open(os.devnull, "wb") as sink:
        for _ in range(runs):
            ours.append(seconds(command, sink.fileno()))
            empty.append(seconds(["/bin/true"], sink.fileno()))
    return statistics.median(ours), statistics.median(empty)


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


def measure(name, command, runs):
    count = instructions(command) / 1e6
    ours, empty = medians(command, runs)
    private, peak = memory(command)
    print(
        f"{name:<22}{count:9.1f}{ours * 1e3:9.2f}{ours / empty:9.1f}"
        f"{private / 2**20:9.1f}{peak / 2**20:9.1f}",
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/release/gpuplan")
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("arguments", nargs="*")
    options = parser.parse_args()
    if not options.program.exists():
        sys.exit(f"{options.program}: build it first: cmake --workflow --preset release")
    jobs = {" ".join(options.arguments[:2]): options.arguments} if options.arguments else JOBS
    print(f"{'':<22}{'M instr':>9}{'median':>9}{'x true':>9}{'private':>9}{'resident':>9}")
    for name, arguments in jobs.items():
        measure(name, [str(options.program.resolve()), *arguments], options.runs)


if __name__ == "__main__":
    main()
