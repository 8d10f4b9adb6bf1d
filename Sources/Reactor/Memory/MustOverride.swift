/// Stops the program because a subclass in the library does not override a method. A default implementation would hide
/// this.
func mustOverride(_ function: StaticString = #function) -> Never {
    fatalError(
        "Reactor: \(function) has no default, and this class does not override it. Please report this as a bug of Reactor."
    )
}
