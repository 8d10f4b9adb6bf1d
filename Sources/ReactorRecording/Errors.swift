/// The error messages of this module. Each names the fault, its place and the fix.
/// its own in an extension beside this file.
enum Errors {}
