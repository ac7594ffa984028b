import sys

print(f"Hello, {sys.argv[1]}, from Python")
