"""The rules of Teen Patti. Pure: no input or output, clock, randomness, threads or async; standard library only."""
