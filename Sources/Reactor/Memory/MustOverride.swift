/// Ends the program: a class of the library lacks a function of its kind. A default would stay unnoticed.
func mustOverride(_ function: StaticString = #function) -> Never {
    fatalError(
        "Reactor: \(function) has no default, and this class does not override it. Please report this as a bug of Reactor."
    )
}
