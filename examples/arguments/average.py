import sys

numbers = [float(text) for text in sys.argv[1:]]
print(sum(numbers) / len(numbers))
