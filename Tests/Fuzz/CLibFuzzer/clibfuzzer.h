#include <stddef.h>
#include <stdint.h>

// libFuzzer as a library ("Using libFuzzer as a library" of LLVM's documentation).
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));
