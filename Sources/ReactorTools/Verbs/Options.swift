import ReactorTerminal

// The options of the built-in subcommands.
extension Option {
    static let json = Option.flag("json", "print one JSON object per result")
    static let last = Option.value("last", "N", "the number of newest entries")
    static let out = Option.short("o", "FILE", "the output file; - is standard output")
    static let redacted = Option.flag("redacted", "redact secrets")
}
