import Reactor

/// A recorder that receives the steps of a core, buffers them for the writer, and notes them in the flight recorder.
package final class JournalRecorder<StateType: State>: Recorder {
    private let buffer: StepBuffer
    private let clock: @Sendable () -> Timestamp
    private let encoding: JournalEncoding<StateType>
    private let log: FlightLog?
    /// A closure that receives each event before it is recorded, and can end the process.
    private let check: (@Sendable (any Event) -> Void)?

    init(
        _ writer: JournalWriter, _ encoding: JournalEncoding<StateType>, _ log: FlightLog?,
        check: (@Sendable (any Event) -> Void)?
    ) {
        buffer = writer.buffer
        clock = writer.configuration.now
        self.encoding = encoding
        self.log = log
        self.check = check
    }

    /// The core was released, so there is nothing more to record.
    deinit { buffer.close() }

    package var room: Int { buffer.room }

    package var now: Timestamp? { clock() }

    package var lastEntry: UInt64? { buffer.knownSeq }

    package var lastNumber: UInt64? { buffer.knownNumber }

    package func record(_ step: LogStep, cause: LogCause?) {
        if let check { step.events.all.forEach(check) }
        log?.record(step, cause: cause)
        buffer.append(.step(step, cause, clock()), lines: step.lines)
    }

    /// Large enough to make the clock and the lock cheap, and small enough for a shared time.
    package let runLength = 64

    package func record(_ events: borrowing EventRun) {
        if let check { for index in events.indices { check(events[index].event) } }
        log?.record(events)
        buffer.append(events, at: clock())
    }

    package func groupBegan() { buffer.append(.groupBegan, lines: 0) }
    package func groupEnded() { buffer.append(.groupEnded, lines: 0) }

    package var wantsState: Bool { buffer.wantsState }

    package func keep(visible: StateType, _ record: LedgerRecord<StateType>) {
        buffer.append(.state(encoding.kept(visible, record)), lines: 0)
    }

    package func end(visible: StateType, _ record: LedgerRecord<StateType>) {
        buffer.append(.end(encoding.kept(visible, record)), lines: 0)
    }

    package func whenRoom(_ resume: @escaping @Sendable () -> Void) { buffer.whenRoom(resume) }

    // MARK: What react(to:) is at work on

    package var followsReactions: Bool { log != nil }

    package func willPerform(_ step: LogStep, cause: LogCause?) { log?.willPerform(step, cause: cause) }
    package func refused() { log?.refused() }
    package func nextBegins() { log?.nextBegins() }
    package func lastBegins() { log?.lastBegins() }
    package func returned() { log?.returned() }
}
