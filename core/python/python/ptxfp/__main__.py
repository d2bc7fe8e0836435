"""The command `ptxfp`, as the wheel installs it: `ptxfp --help`, or `python -m ptxfp --help`."""

import signal
import sys

from . import _ptxfp


def main() -> int:
    """Run the command on the arguments of this process; return its exit status."""
    # Python would wait for the command before it looks at an interrupt.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _ptxfp.command(["ptxfp", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
