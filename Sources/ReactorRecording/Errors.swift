/// Every sentence this module says to a programmer: what was wrong, where, and what to do. Each part of the module adds
/// its own in an extension beside this file.
enum Errors {}
