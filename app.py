"""The front door of a checkout: starts the app, as `quartermaster run` does."""

import sys

from tracker.command.run import main

if __name__ == "__main__":
    sys.exit(main())
