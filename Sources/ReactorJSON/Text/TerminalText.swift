/// Operations on text for a terminal.
public enum TerminalText {
    /// Escapes everything that a terminal would execute or hide: control characters, bidirectional marks, line separators. The
    /// result has at most `limit` characters, with `…` as the last one if it was cut.
    public static func escaped(_ text: String, limit: Int = .max) -> String {
        var shown = ""
        var lastStart = shown.endIndex
        var count = 0
        for character in text {
            guard count < limit else { return shown[..<lastStart] + "…" }
            lastStart = shown.endIndex
            for scalar in character.unicodeScalars {
                if isObeyed(scalar) { shown += escape(scalar) } else { shown.unicodeScalars.append(scalar) }
            }
            count += 1
        }
        return shown
    }

    private static func isObeyed(_ scalar: UnicodeScalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse:
            // The joiner connects the parts of an emoji, and is harmless.
            scalar != "\u{200D}"
        default: false
        }
    }

    private static func escape(_ scalar: UnicodeScalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
    }
}

extension JSON {
    /// Returns the compact text with at most this many characters, escaped for a terminal.
    package func excerpt(_ limit: Int) -> String { TerminalText.escaped(compact, limit: limit) }
}
