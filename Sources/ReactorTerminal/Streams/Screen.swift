import ReactorPlatform

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

    /// Lines of running text, broken between words where a terminal would break them within one. A file or a pipe gets them
    /// as they are.
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

    /// The marks and lines of the programs' own as a stream without Unicode can show them. Data stays as it is.
    package func plain(_ text: String) -> String {
        guard !hasUnicode, text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        return String(text.map { Self.ascii[$0] ?? $0 })
    }

    private static let ascii: [Character: Character] = [
        "─": "-", "│": "|", "┤": "+", "└": "+", "┬": "+", "╮": "+", "╯": "+", "╰": "+", "╭": "+", "•": "*", "✓": "v",
        "✗": "x", "↻": "@", "…": "~",
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
    case red = 31
    case green = 32
    case yellow = 33
    case cyan = 36
}

/// One line that shows how far a program is: on a terminal alone, only once it has taken two seconds, and gone when
/// the work is done.
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

    /// - Parameter now: the time since some fixed moment.
    package init(on output: Output, now: @escaping @Sendable () -> Duration) {
        self.output = output
        self.now = now
        state = Locked(State(nextDrawing: now() + Self.patience))
    }

    package convenience init(on output: Output) {
        let start = ContinuousClock.now
        self.init(on: output) { start.duration(to: .now) }
        guard output.screen.isTerminal && !output.screen.isDumb else { return }
        // One step of the work may take long, and nothing new is known meanwhile.
        Task.detached { [weak self] in
            while await self?.tick() == true { try? await Task.sleep(for: .seconds(1)) }
        }
    }

    /// Draws the last text again, with the time that it has taken, when nothing new came for a second.
    ///
    /// - Returns: whether the work goes on.
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

    // A progress line that cannot be drawn is no reason to stop the work.
    private func draw(_ text: String) {
        try? output.write(Self.erasure + text.escaped().prefix(max(0, output.screen.width - 1)))
    }

    /// Draws the line when it is time to. The text is made only then, so this may be called often.
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

    /// Takes the line away. To be called before anything else is written to the terminal.
    package func end() {
        state.withLock { state in
            state.isOver = true
            guard state.isShown else { return }
            state.isShown = false
            try? output.write(Self.erasure)
        }
    }

    /// Takes the line away, until there is more to show.
    package func pause() {
        state.withLock { state in
            state.nextDrawing = now() + Self.patience
            guard state.isShown else { return }
            state.isShown = false
            try? output.write(Self.erasure)
        }
    }

    private static let erasure = "\r\u{1B}[K"
}
