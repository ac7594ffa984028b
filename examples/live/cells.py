prices = {"tea": 3, "coffee": 5}
total = sum(prices.values()); print(total)
class Bar: _repr_html_ = lambda self: "<b>" + "#" * total + "</b>"; __repr__ = lambda self: "#" * total
Bar()
