/// One line that tells how far a program is: on a terminal alone, only once it has taken two seconds, and gone when
/// the work is done.
///
/// ```swift
/// let progress = console.progress()
/// defer { progress.end() }
/// for (index, item) in items.enumerated() {
///     progress.tell("\(index) of \(items.count)")
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
        // One step of the work may take long, and nothing is told meanwhile.
        Task.detached { [weak self] in
            while await self?.tick() == true { try? await Task.sleep(for: .seconds(1)) }
        }
    }

    /// Draws what was told last again, with the time that it has taken, when nothing was told for a second.
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
    package func tell(_ text: @autoclosure () -> String) {
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

    private static let erasure = "\r\u{1B}[K"
}
