// What the module map of the C library leaves out: glibc's way to give memory back.
#if defined(__linux__)
#include <malloc.h>
#endif
