import ReactorTerminal

// The options of the tool's own verbs, each declared once.
extension Option {
    static let json = Option.flag("json", "print JSON for other programs, one line a result")
    static let last = Option.value("last", "N", "only the newest N")
    static let out = Option.short("o", "FILE", "where to write; - is standard output")
    static let redacted = Option.flag("redacted", "blot out what is secret")
}

extension Arguments {
    func last() throws(UsageError) -> Int? {
        guard let text = self[.last] else { return nil }
        guard let count = Int(text), count > 0 else {
            throw .invalidValue(text, of: Option.last.name, expected: "a whole number above 0")
        }
        return count
    }
}
