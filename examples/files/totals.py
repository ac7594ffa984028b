import csv
from collections import Counter

totals = Counter()
with open("orders.csv", newline="") as orders:
    for row in csv.DictReader(orders):
        totals[row["product"]] += int(row["amount"])

with open("totals.csv", "w", newline="") as file:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["product", "total"])
    writer.writerows(sorted(totals.items()))
