extension String {
    /// The text with everything in it that could steer a terminal, or turn the direction of a line, made visible:
    /// `\n`, `\t`, `\u{1B}`.
    package func escaped(keeping kept: Set<Unicode.Scalar> = []) -> String {
        guard unicodeScalars.contains(where: \.steersTerminal) else { return self }
        var text = ""
        for scalar in unicodeScalars {
            if !scalar.steersTerminal || kept.contains(scalar) {
                text.unicodeScalars.append(scalar)
            } else {
                text += scalar.escape
            }
        }
        return text
    }

    /// A path as messages name what was read from it; `-` is standard input.
    package var inputName: String { self == "-" ? "standard input" : escaped() }
}

extension Unicode.Scalar {
    fileprivate var steersTerminal: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0: true
        case 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    fileprivate var escape: String {
        switch self {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u{\(String(value, radix: 16, uppercase: true))}"
        }
    }
}
