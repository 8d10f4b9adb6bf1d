// Every error of this module says what was wrong, where, and what to do; all wording stands in this file.
