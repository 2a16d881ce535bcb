"""The command line tool: one thin module per command."""
