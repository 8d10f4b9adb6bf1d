/// Text for a terminal.
public enum TerminalText {
    /// The text with everything escaped that a terminal would obey or hide: control characters, marks that turn the
    /// direction of writing, line separators. At most `limit` characters, the last of them `…` when it was cut.
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
            // The joiner holds the parts of an emoji together, and moves nothing.
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
    /// The compact text in at most so many characters, with nothing in it that a terminal would obey.
    package func excerpt(_ limit: Int) -> String { TerminalText.escaped(compact, limit: limit) }
}
