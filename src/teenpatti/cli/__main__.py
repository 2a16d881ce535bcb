"""`python -m teenpatti.cli` is the console script `teenpatti`."""

from teenpatti.cli.app import main

if __name__ == "__main__":
    main()
