/// The text that is shown in place of a secret.
enum HiddenText {
    /// The replacement of a secret.
    static let mark = "…"

    /// An address without its user, password, query and fragment, and without characters that control a terminal.
    static func address(_ text: String) -> String {
        var shown = text.prefix { $0 != "?" && $0 != "#" }
        if let at = shown.lastIndex(of: "@") {
            let scheme = shown.firstRange(of: "://").map { shown[..<$0.upperBound] } ?? ""
            shown = scheme + mark + shown[at...]
        }
        return TerminalText.escaped(String(shown))
    }
}
