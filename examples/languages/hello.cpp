#include <iostream>

int main(int count, char *arguments[]) {
  if (count < 2) return 1;
  std::cout << "Hello, " << arguments[1] << ", from C++\n";
}
