"""What the checks of the tree share: which files are ours, and how faults are reported."""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

# ctest takes this exit code for "skipped".
SKIPPED = 77


def tracked_files(root=ROOT):
    """Paths of the project's files, relative to its root; without git, all but hidden ones."""
    listing = subprocess.run(
        ["git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        capture_output=True,
        check=False,
    )
    if listing.returncode == 0:
        names = listing.stdout.decode().split("\0")
        return sorted(pathlib.Path(n) for n in names if n and (root / n).is_file())
    paths = (path.relative_to(root) for path in root.rglob("*") if path.is_file())
    made = {"build", ".git", "__pycache__"}
    return sorted(path for path in paths if not made & set(path.parts))


def report(faults):
    """Prints each fault on a line of its own; the exit code of the check."""
    for fault in faults:
        print(fault)
    return 1 if faults else 0


def run_checks(*checks):
    """Runs all checks and exits; each returns a list of faults."""
    sys.exit(report([fault for check in checks for fault in check()]))
