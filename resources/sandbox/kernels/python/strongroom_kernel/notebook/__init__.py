"""The part of IPython that programs import to show output. The package of IPython takes its place if it is installed."""
