import ReactorPlatform

/// The capabilities of a stream.
package struct Screen: Sendable, Equatable {
    /// Whether the stream is a terminal, and not a file or a pipe.
    package var isTerminal: Bool
    /// The number of columns.
    package var width: Int
    package var hasColour: Bool
    /// The number of lines, if it is known.
    package var height: Int?
    /// Whether it can show more than ASCII.
    package var hasUnicode = true
    /// Whether it is a terminal that only shows text line by line.
    package var isDumb = false

    /// A file or a pipe.
    package static let none = Screen(isTerminal: false, width: 80, hasColour: false)

    package init(isTerminal: Bool, width: Int, hasColour: Bool) {
        self.isTerminal = isTerminal
        self.width = width
        self.hasColour = hasColour
    }

    /// Creates the capabilities from the device and the environment. `COLUMNS` overrides the width of the device, up to 10,000;
    /// the default is 80. A terminal has color unless `NO_COLOR` is set or `TERM` is `dumb`; a dumb terminal cannot redraw a line either. The
    /// locale decides about Unicode: the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is set.
    package init(
        isTerminal: Bool, deviceWidth: Int?, deviceHeight: Int? = nil, environment: (String) -> String?
    ) {
        func size(_ name: String) -> Int? {
            environment(name).flatMap { Int($0) }.flatMap { (1...10_000).contains($0) ? $0 : nil }
        }
        let columns = size("COLUMNS") ?? deviceWidth ?? 0
        let refusesColour = environment("NO_COLOR").map { !$0.isEmpty } ?? false
        self.isTerminal = isTerminal
        self.width = columns > 0 ? columns : 80
        isDumb = isTerminal && environment("TERM") == "dumb"
        self.hasColour = isTerminal && !refusesColour && !isDumb
        height = size("LINES") ?? deviceHeight
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty }?.lowercased()
        hasUnicode = locale.map { $0.contains("utf-8") || $0.contains("utf8") } ?? true
    }

    /// Returns the capabilities of one of this process's descriptors.
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

    /// Returns the text in a style, or unchanged if there is no color.
    package func styled(_ text: String, _ style: Style) -> String {
        hasColour ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Returns running text with line breaks between words, for a terminal. The text for a file or a pipe is unchanged.
    package func fitted(_ text: String) -> String {
        guard isTerminal else { return text }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard line.count > width else { return String(line) }
            let margin = String(line.prefix { $0 == " " })
            let body = String(line.dropFirst(margin.count)).wrapped(to: max(20, width - margin.count), indent: 2)
            return margin + body.replacing("\n", with: "\n\(margin)")
        }
        return lines.joined(separator: "\n")
    }

    /// Returns the program's own symbols as a stream without Unicode can show them. Data is unchanged.
    package func plain(_ text: String) -> String {
        guard !hasUnicode, text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        return String(text.map { Self.ascii[$0] ?? $0 })
    }

    private static let ascii: [Character: Character] = [
        "─": "-", "│": "|", "┤": "+", "└": "+", "┬": "+", "╮": "+", "╯": "+", "╰": "+", "╭": "+", "•": "*", "✓": "v",
        "✗": "x", "↻": "@", "…": "~",
    ]

    /// Returns data for display: on a terminal, control characters are escaped, except the `kept` ones.
    package func shown(_ data: String, keeping kept: Set<Unicode.Scalar> = []) -> String {
        isTerminal ? data.escaped(keeping: kept) : data
    }
}

/// The style of a text, as the number in an escape sequence.
package enum Style: Int, Sendable {
    case bold = 1
    case dim = 2
    case red = 31
    case green = 32
    case yellow = 33
    case cyan = 36
}

/// A line with the progress of a program. It appears only on a terminal, after two seconds, and is removed at the end.
///
/// ```swift
/// let progress = console.progress()
/// defer { progress.end() }
/// for (index, item) in items.enumerated() {
///     progress.show("\(index) of \(items.count)")
///     …
/// }
/// ```
package final class ProgressLine: Sendable {
    private struct State {
        var nextDrawing: Duration
        var isShown = false
        var isOver = false
        var text = "working"
    }

    private static let patience = Duration.seconds(2)
    private static let pause = Duration.milliseconds(100)

    private let output: Output
    private let now: @Sendable () -> Duration
    private let state: Locked<State>

    /// - Parameter now: The time since some fixed moment.
    package init(on output: Output, now: @escaping @Sendable () -> Duration) {
        self.output = output
        self.now = now
        state = Locked(State(nextDrawing: now() + Self.patience))
    }

    package convenience init(on output: Output) {
        let start = ContinuousClock.now
        self.init(on: output) { start.duration(to: .now) }
        guard output.screen.isTerminal && !output.screen.isDumb else { return }
        // One step of the work may take long, without a new text.
        Task.detached { [weak self] in
            while await self?.tick() == true { try? await Task.sleep(for: .seconds(1)) }
        }
    }

    /// Draws the last text again, with the current duration, if no new text arrived for a second.
    ///
    /// - Returns: Whether the work continues.
    private func tick() async -> Bool {
        state.withLock { state in
            let time = now()
            guard !state.isOver else { return false }
            guard time >= state.nextDrawing + .seconds(1) - Self.pause else { return true }
            state.isShown = true
            state.nextDrawing = time + Self.pause
            draw("\(state.text) (\(time.components.seconds) s)")
            return true
        }
    }

    // A failure to draw the line does not stop the work.
    private func draw(_ text: String) {
        try? output.write(Self.erasure + text.escaped().prefix(max(0, output.screen.width - 1)))
    }

    /// Draws the line if it is time. The text is only evaluated then, so you can call this often.
    package func show(_ text: @autoclosure () -> String) {
        guard output.screen.isTerminal && !output.screen.isDumb else { return }
        state.withLock { state in
            let time = now()
            guard time >= state.nextDrawing else { return }
            state.nextDrawing = time + Self.pause
            state.isShown = true
            state.text = text()
            draw(state.text)
        }
    }

    /// Removes the line. Call it before other output to the terminal.
    package func end() {
        state.withLock { state in
            state.isOver = true
            guard state.isShown else { return }
            state.isShown = false
            try? output.write(Self.erasure)
        }
    }

    private static let erasure = "\r\u{1B}[K"
}
