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
    package init(isTerminal: Bool, deviceWidth: Int?, environment: (String) -> String?) {
        let columns = environment("COLUMNS").flatMap { Int($0) } ?? deviceWidth ?? 0
        let refusesColour = environment("NO_COLOR").map { !$0.isEmpty } ?? false
        self.isTerminal = isTerminal
        self.width = columns > 0 ? columns : 80
        isDumb = isTerminal && environment("TERM") == "dumb"
        self.hasColour = isTerminal && !refusesColour && !isDumb
    }

    /// What this process sees behind one of its descriptors.
    package static func current(descriptor: Int32) -> Screen {
        var size = winsize()
        let hasSize = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
        return Screen(isTerminal: isatty(descriptor) == 1, deviceWidth: hasSize ? Int(size.ws_col) : nil) { name in
            getenv(name).map { String(cString: $0) }
        }
    }

    /// The text in a style, where there is colour; else the text.
    package func styled(_ text: String, _ style: Style) -> String {
        hasColour ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

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
    case red = 31
    case green = 32
    case yellow = 33
    case blue = 34
    case magenta = 35
    case cyan = 36
}
