/// The error messages of this module. Each names the fault, its place and the fix. Each part of the module adds its own
/// in an extension next to this file.
enum Errors {}
