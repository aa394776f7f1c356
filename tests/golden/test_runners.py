#!/usr/bin/env python3
"""The runners themselves: they must notice every kind of difference, and approve exactly it."""

import os
import pathlib
import stat
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent

PROGRAM = """#!/bin/sh
case $1 in
  greet) echo "hello $COLUMNS" ;;
  fail) echo "no such chip" >&2; exit 3 ;;
  home) ls -A "$HOME"; pwd | sed 's,.*/tests/,tests/,' ;;
  read) cat "$2" ;;
esac
"""


class RunnerTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.root = pathlib.Path(scratch.name)
        self.program = self.root / "bin" / "gpuplan"
        self.program.parent.mkdir()
        self.program.write_text(PROGRAM)
        self.program.chmod(self.program.stat().st_mode | stat.S_IXUSR)

    def case(self, **files):
        folder = self.root / "verb" / "case"
        folder.mkdir(parents=True)
        for name, text in files.items():
            (folder / name).write_text(text)
        return folder

    def page(self, text):
        path = self.root / "example" / "README.md"
        path.parent.mkdir()
        path.write_text(text)
        return path

    def run_tool(self, tool, path, **variables):
        inherited = {k: v for k, v in os.environ.items() if k not in ("CI", "GPUPLAN_APPROVE")}
        return subprocess.run(
            [sys.executable, HERE / tool, "--program", self.program, path],
            env=inherited | variables,
            capture_output=True,
            text=True,
            check=False,
        )

    def verdict(self, tool, path, **variables):
        return self.run_tool(tool, path, **variables).returncode

    def test_a_case_that_holds_passes(self):
        case = self.case(command="gpuplan greet\n", stdout="hello 100\n")
        self.assertEqual(self.verdict("run_case.py", case), 0)

    def test_another_stdout_is_shown(self):
        case = self.case(command="gpuplan greet\n", stdout="hello 99\n")
        done = self.run_tool("run_case.py", case)
        self.assertEqual(done.returncode, 1)
        self.assertIn("-hello 99\n+hello 100\n", done.stdout)

    def test_a_missing_last_newline_is_a_difference(self):
        case = self.case(command="gpuplan greet\n", stdout="hello 100")
        self.assertEqual(self.verdict("run_case.py", case), 1)

    def test_stderr_and_exit_code_count(self):
        self.assertEqual(
            self.verdict("run_case.py", self.case(command="gpuplan fail\n", exit="3\n")), 1
        )

    def test_a_failure_that_is_expected_passes(self):
        case = self.case(command="gpuplan fail\n", exit="3\n", stderr="no such chip\n")
        self.assertEqual(self.verdict("run_case.py", case), 0)

    def test_a_success_is_no_expected_failure(self):
        case = self.case(command="gpuplan greet\n", exit="3\n", stdout="hello 100\n")
        self.assertEqual(self.verdict("run_case.py", case), 1)

    def test_home_is_empty_and_the_folder_stands_where_it_would(self):
        case = self.case(command="gpuplan home\n", stdout="tests/golden/verb/case\n")
        self.assertEqual(self.verdict("run_case.py", case), 0)

    def test_a_case_changes_its_environment(self):
        case = self.case(command="gpuplan greet\n", environment="COLUMNS=80\n", stdout="hello 80\n")
        self.assertEqual(self.verdict("run_case.py", case), 0)

    def test_expectations_are_no_input(self):
        case = self.case(command="gpuplan read stdout\n", stdout="anything\n")
        self.assertEqual(self.verdict("run_case.py", case), 1)

    def test_a_command_of_another_program_is_refused(self):
        self.assertNotEqual(self.verdict("run_case.py", self.case(command="echo gpuplan\n")), 0)

    def test_approval_writes_what_is_and_drops_what_is_not(self):
        case = self.case(command="gpuplan fail\n", stdout="old\n")
        self.assertEqual(self.verdict("run_case.py", case, GPUPLAN_APPROVE="1"), 0)
        self.assertEqual(self.verdict("run_case.py", case), 0)
        self.assertFalse((case / "stdout").exists())

    def test_ci_never_approves(self):
        case = self.case(command="gpuplan greet\n")
        self.assertEqual(self.verdict("run_case.py", case, GPUPLAN_APPROVE="1", CI="true"), 1)
        self.assertFalse((case / "stdout").exists())

    def test_a_page_that_holds_passes(self):
        page = self.page("Text\n```console\n$ gpuplan greet\nhello 100\n$ gpuplan \\\n    fail\n"
                         "no such chip\n```\n```sh\ngpuplan other\n```\n")
        self.assertEqual(self.verdict("run_page.py", page), 0)

    def test_a_page_with_another_output_is_shown_with_its_line(self):
        page = self.page("Text\n```console\n$ gpuplan greet\nhello 99\n```\n")
        done = self.run_tool("run_page.py", page)
        self.assertEqual(done.returncode, 1)
        self.assertIn("README.md:3: $ gpuplan greet", done.stdout)
        self.assertIn("-hello 99\n+hello 100\n", done.stdout)

    def test_an_approved_page_keeps_everything_else(self):
        page = self.page("A\n```console\n$ gpuplan greet\nold\nolder\n```\nB\n")
        self.assertEqual(self.verdict("run_page.py", page, GPUPLAN_APPROVE="1"), 0)
        self.assertEqual(page.read_text(), "A\n```console\n$ gpuplan greet\nhello 100\n```\nB\n")

    def test_a_block_without_end_is_refused(self):
        self.assertNotEqual(self.verdict("run_page.py", self.page("```console\n$ gpuplan\n")), 0)


if __name__ == "__main__":
    unittest.main()
