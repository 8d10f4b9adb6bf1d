#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// What a stream can show.
package struct Screen: Sendable, Equatable {
    /// Whether somebody looks at it, rather than a file or a pipe.
    package var isTerminal: Bool
    /// Columns.
    package var width: Int
    package var hasColour: Bool
    /// Lines, where that is known.
    package var height: Int?
    /// Whether it shows more than ASCII.
    package var hasUnicode = true
    /// Whether it is a terminal that takes text line by line and nothing else.
    package var isDumb = false

    /// A file or a pipe.
    package static let none = Screen(isTerminal: false, width: 80, hasColour: false)

    package init(isTerminal: Bool, width: Int, hasColour: Bool) {
        self.isTerminal = isTerminal
        self.width = width
        self.hasColour = hasColour
    }

    /// Concludes it from what is known. `COLUMNS` wins over the device's own width; without either it is 80.
    /// There is colour on a terminal, unless `NO_COLOR` is set to anything or `TERM` is `dumb`, and then no line is drawn
    /// over either.
    /// The locale decides whether there is more than ASCII: the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is set.
    package init(
        isTerminal: Bool, deviceWidth: Int?, deviceHeight: Int? = nil, environment: (String) -> String?
    ) {
        let columns = environment("COLUMNS").flatMap { Int($0) } ?? deviceWidth ?? 0
        let refusesColour = environment("NO_COLOR").map { !$0.isEmpty } ?? false
        self.isTerminal = isTerminal
        self.width = columns > 0 ? columns : 80
        isDumb = isTerminal && environment("TERM") == "dumb"
        self.hasColour = isTerminal && !refusesColour && !isDumb
        height = environment("LINES").flatMap { Int($0) } ?? deviceHeight
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty }?.lowercased()
        hasUnicode = locale.map { $0.contains("utf-8") || $0.contains("utf8") } ?? true
    }

    /// What this process sees behind one of its descriptors.
    package static func current(descriptor: Int32) -> Screen {
        var size = winsize()
        let hasSize = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
        return Screen(
            isTerminal: isatty(descriptor) == 1, deviceWidth: hasSize ? Int(size.ws_col) : nil,
            deviceHeight: hasSize ? Int(size.ws_row) : nil
        ) { name in
            getenv(name).map { String(cString: $0) }
        }
    }

    /// The text in a style, where there is colour; else the text.
    package func styled(_ text: String, _ style: Style) -> String {
        hasColour ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// The marks and lines of the programs' own as a stream without Unicode can show them. Data stays as it is.
    package func plain(_ text: String) -> String {
        guard !hasUnicode, text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        return String(text.map { Self.ascii[$0] ?? $0 })
    }

    private static let ascii: [Character: Character] = [
        "─": "-", "│": "|", "┤": "+", "└": "+", "┬": "+", "╮": "+", "╯": "+", "╰": "+", "╭": "+", "•": "*", "✓": "v",
        "✗": "x", "↻": "@", "…": "~", "▲": "^", "▼": "v", "−": "-", "▁": "_", "▂": "_", "▃": ".", "▄": "-", "▅": "-",
        "▆": "=", "▇": "=", "█": "#",
    ]

    /// Data fit to be shown: on a terminal, control characters are escaped, except the `kept` ones.
    package func shown(_ data: String, keeping kept: Set<Unicode.Scalar> = []) -> String {
        isTerminal ? data.escaped(keeping: kept) : data
    }
}

/// How a text stands out, as the terminal's own number for it.
package enum Style: Int, Sendable {
    case bold = 1
    case dim = 2
    case underlined = 4
    case reversed = 7
    case red = 31
    case green = 32
    case yellow = 33
    case blue = 34
    case magenta = 35
    case cyan = 36
}
