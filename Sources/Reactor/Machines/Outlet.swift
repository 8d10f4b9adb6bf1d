/// The one way to a subscriber: calls it for one of its subscriptions after another, never for two at a time.
///
/// It outlives them: one that was removed is told what was fired before, and only then one that was added since.
final class Outlet: Pump {
    private struct Content {
        var ready: [any OutletSource] = []
        var isRunning = false
    }

    private let content = Guarded(Content())

    /// Whether nobody is being told and nothing waits.
    var isIdle: Bool { content.withLock { !$0.isRunning } }

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

    /// Tells the next value that waits; false if there is none.
    func tellNext() async -> Bool
}
