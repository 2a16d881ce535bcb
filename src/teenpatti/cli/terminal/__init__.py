"""The game in a terminal behind ``teenpatti play``: the loop, its words, its keys, and two ways to show it."""
