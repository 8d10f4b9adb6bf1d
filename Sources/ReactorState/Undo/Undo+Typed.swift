// What people type before they know that an undo names its step.

extension Undo {
    @available(
        *, unavailable,
        message:
            "An undo names its step, so the document makes it: if let undo = note.undoEvent { core.fire(event: undo) }."
    )
    public init() { fatalError() }
}

extension Redo {
    @available(
        *, unavailable,
        message:
            "A redo names its step, so the document makes it: if let redo = note.redoEvent { core.fire(event: redo) }."
    )
    public init() { fatalError() }
}

extension Reset {
    @available(*, unavailable, message: "The type stands in brackets: Reset<Search>().")
    public init(_ target: Target.Type) { fatalError() }
}
