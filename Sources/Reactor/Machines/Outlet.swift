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
            // One that gets nothing new goes first to its end; the others take turns.
            while await source.tellNext() {
                guard !source.isFinished, hasOthers else { continue }
                putBack(source)
                break
            }
        }
    }

    private var hasOthers: Bool { content.withLock { !$0.ready.isEmpty } }

    private func putBack(_ source: any OutletSource) { content.withLock { $0.ready.append(source) } }

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
    /// Whether nothing new will come.
    var isFinished: Bool { get }

    /// Lets those go on who wait until it has told everything.
    func excuseLine()

    /// Tells the next value that waits; false if there is none.
    func tellNext() async -> Bool
}
