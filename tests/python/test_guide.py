"""What guides/python.md shows is what happens."""

import doctest
import os
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


def main():
    os.chdir(ROOT)  # places of rules are named as they are seen from there
    failed, run = doctest.testfile(os.path.join(os.getcwd(), "guides", "python.md"), module_relative=False,
                                   optionflags=doctest.IGNORE_EXCEPTION_DETAIL * 0)
    assert run > 25
    print(f"{run - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
