extension JSON {
    /// The compact text in at most so many characters, with nothing in it that a terminal would obey.
    public func excerpt(_ limit: Int) -> String { TerminalText.escaped(compact, limit: limit) }
}
