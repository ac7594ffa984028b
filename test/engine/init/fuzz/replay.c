/* Runs the fuzz target with files: the saved corpus. */
#include <stdint.h>
#include <stdio.h>

#define FILE_CAP (1 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int main(int count, char *argv[]) {
  static uint8_t bytes[FILE_CAP];
  for (int index = 1; index < count; index++) {
    FILE *file = fopen(argv[index], "rb");
    if (file == NULL) return 1;
    const size_t length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    fprintf(stderr, "%s\n", argv[index]);
    LLVMFuzzerTestOneInput(bytes, length);
  }
  return 0;
}
