/// The error messages of this module. Each names the fault, its place and the fix.
package enum Errors {
    /// Stands where a secret would.
    static let hidden = "…"

    /// An address that may be shown: without user, password, query and fragment, and without characters that steer a
    /// terminal.
    static func withoutSecrets(_ text: String) -> String {
        var shown = text.prefix { $0 != "?" && $0 != "#" }
        if let at = shown.lastIndex(of: "@") {
            let scheme = shown.firstRange(of: "://").map { shown[..<$0.upperBound] } ?? ""
            shown = scheme + hidden + shown[at...]
        }
        return visible(String(shown))
    }

    /// Text from outside, with what steers a terminal written out.
    package static func visible(_ text: String) -> String {
        TerminalText.escaped(text)
    }
}
