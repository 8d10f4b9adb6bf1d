enum HiddenText {
    static let mark = "…"

    /// Removes the user, password, query and fragment from an address, and escapes terminal control characters.
    static func address(_ text: String) -> String {
        var shown = text.prefix { $0 != "?" && $0 != "#" }
        if let at = shown.lastIndex(of: "@") {
            let scheme = shown.firstRange(of: "://").map { shown[..<$0.upperBound] } ?? ""
            shown = scheme + mark + shown[at...]
        }
        return TerminalText.escaped(String(shown))
    }
}

/// A type that shows only its description, even when it is dumped.
protocol DescribedOnly: CustomStringConvertible, CustomReflectable {}

extension DescribedOnly {
    public var customMirror: Mirror { Mirror(self, children: []) }
}
