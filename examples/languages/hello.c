#include <stdio.h>

int main(int count, char *arguments[]) {
  if (count < 2) return 1;
  printf("Hello, %s, from C\n", arguments[1]);
  return 0;
}
