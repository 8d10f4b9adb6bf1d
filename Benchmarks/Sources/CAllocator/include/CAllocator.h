// Declares the call of glibc that returns memory to the system, which the module map of the C library omits.
#if defined(__linux__)
#include <malloc.h>
#endif
