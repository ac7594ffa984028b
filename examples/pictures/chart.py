"""Draws a chart as SVG and a table as CSV. The interface shows both as results of the run."""

sales = {"Jan": 12, "Feb": 19, "Mar": 7}

bars = "".join(
    f'<rect x="{at * 40}" y="{100 - value * 4}" width="30" height="{value * 4}"><title>{month}</title></rect>'
    for at, (month, value) in enumerate(sales.items())
)
with open("sales.svg", "w") as file:
    file.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 100">{bars}</svg>\n')
with open("sales.csv", "w") as file:
    file.write("month,sales\n" + "".join(f"{month},{value}\n" for month, value in sales.items()))
print("drew", len(sales), "bars")
