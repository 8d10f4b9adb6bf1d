/* Functions that do nothing: callgrind is told by their names where a count begins and ends. */
void growth_begins(void);
void growth_ended(void);
