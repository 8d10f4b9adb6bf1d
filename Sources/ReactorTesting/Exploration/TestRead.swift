import Reactor

/// A read from a server that has begun, and whose response a test chooses.
///
/// ```swift
/// let read = core.beginRead()
/// core.fire(event: Added(amount: 2))
/// read.respond(with: Added(amount: 1))             // below the other event
/// ```
///
/// The response is placed in the log where the read began. A read that is released without a response has no effect.
public struct TestRead: Sendable {
    private let mark: Mark
    private let place: @Sendable (any Event, EventPlacement, StaticString, UInt) -> Void

    fileprivate init<StateType: State>(_ core: Core<StateType>) {
        mark = core.mark()
        place = { core.fire(event: $0, $1, fileID: $2, line: $3) }
    }

    /// Places an event where the read began. A second response of a read is refused and reported, with the place of the call.
    public func respond(with event: any Event, fileID: StaticString = #fileID, line: UInt = #line) {
        place(event, .authoritative(asOf: mark), fileID, line)
    }
}

extension Core {
    /// Begins a read whose response the test chooses.
    public nonisolated func beginRead() -> TestRead { TestRead(self) }
}
