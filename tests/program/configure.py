#!/usr/bin/env python3
"""configure.py ROOT: the product configures without the libraries that only tests want, and says
which tests are left out; a container is built from no built tree."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(1))


def without(library, folder):
    """A folder with the descriptions of all libraries that there are but this one."""
    said = subprocess.run(["pkg-config", "--variable", "pc_path", "pkg-config"], check=True,
                          capture_output=True, text=True).stdout.strip()
    for path in map(pathlib.Path, said.split(":")):
        for file in path.glob("*.pc") if path.is_dir() else ():
            link = folder / file.name
            if file.stem != library and not link.exists():
                link.symlink_to(file)


class Configure(unittest.TestCase):
    def configure(self, library):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            without(library, folder)
            done = subprocess.run(["cmake", "-S", ROOT, "-B", folder / "build", "-G", "Ninja"],
                                  env={**os.environ, "PKG_CONFIG_LIBDIR": name}, timeout=280,
                                  capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"the library {library} is missing", done.stdout)

    def test_without_what_serves_platforms_for_tests(self):
        self.configure("libnghttp2")

    def test_without_what_tests_are_written_with(self):
        self.configure("check")

    def test_nothing_that_git_ignores_goes_into_a_container(self):
        for line in (ROOT / ".gitignore").read_text().split():
            wanted = line.rstrip("/") if line.startswith("/") else f"**/{line.rstrip('/')}"
            self.assertIn(wanted, (ROOT / ".dockerignore").read_text().split())


if __name__ == "__main__":
    unittest.main()
