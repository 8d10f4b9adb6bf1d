#include "CGrowth.h"

/* What the compiler cannot see through is neither inlined nor left out. */
__attribute__((noinline)) void growth_begins(void) { __asm__ volatile("" ::: "memory"); }
__attribute__((noinline)) void growth_ended(void) { __asm__ volatile("" ::: "memory"); }
