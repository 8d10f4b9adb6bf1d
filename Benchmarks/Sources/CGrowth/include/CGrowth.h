/* Functions that do nothing: callgrind starts and ends a count at their names. */
void growth_begins(void);
void growth_ended(void);
