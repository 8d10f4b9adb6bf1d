/// The one way to a subscriber: calls it for one of its subscriptions after another, never for two at a time.
///
/// It outlives them: one that was removed is told what was fired before, and only then one that was added since.
final class Outlet: Pump {
    private struct Content {
        var ready: [any OutletSource] = []
        var isRunning = false
        /// How often an update that runs waits for `settled()` itself.
        var excuses = 0
    }

    private let content = Guarded(Content())

    /// Whether nobody is being told and nothing waits.
    var isIdle: Bool { content.withLock { !$0.isRunning } }

    /// Whether an update that runs waits for everything to be told: what stands in line behind it has to wait for it, so
    /// nobody waits for that.
    var isExcused: Bool { content.withLock { $0.excuses > 0 } }

    /// The update that runs waits for everything to be told. Lets those go on who wait for what stands in line.
    func excuse() {
        let ready = content.withLock { content in
            content.excuses += 1
            return content.ready
        }
        for source in ready { source.excuseLine() }
    }

    func endExcuse() { content.withLock { $0.excuses -= 1 } }

    /// Puts a source with something to tell at the end of the line.
    ///
    /// - Returns: this outlet, if it is to be run.
    func add(_ source: any OutletSource) -> (any Pump)? {
        content.withLock { content in
            content.ready.append(source)
            defer { content.isRunning = true }
            return content.isRunning ? nil : self
        }
    }

    func run() async {
        while let source = next() {
            while await source.tellNext() { if goesToTheEnd(source) { break } }
        }
    }

    /// Puts a source that was told of back into the line if others wait there: live ones take turns, and one that gets
    /// nothing new goes on to its end.
    ///
    /// Decided in one piece: a source that were finished meanwhile, and put behind one that was added since, would be told
    /// late.
    private func goesToTheEnd(_ source: any OutletSource) -> Bool {
        content.withLock { content in
            guard !content.ready.isEmpty, !source.isFinished else { return false }
            content.ready.append(source)
            return true
        }
    }

    private func next() -> (any OutletSource)? {
        content.withLock { content in
            guard content.ready.isEmpty else { return content.ready.removeFirst() }
            content.isRunning = false
            return nil
        }
    }
}

/// A subscription whose subscriber is told through an outlet.
protocol OutletSource: Sendable {
    /// Whether nothing new will come. Asked while the outlet is locked: it must not call it.
    var isFinished: Bool { get }

    /// Lets those go on who wait until it has told everything.
    func excuseLine()

    /// Tells the next value that waits; false if there is none.
    func tellNext() async -> Bool
}
