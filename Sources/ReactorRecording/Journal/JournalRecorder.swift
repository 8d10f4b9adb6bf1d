import Reactor

/// What a core tells its steps to. It only keeps them for the writer.
package final class JournalRecorder<StateType: State>: Recorder {
    private let buffer: StepBuffer
    private let now: @Sendable () -> Timestamp
    private let encoding: JournalEncoding<StateType>

    init(_ writer: JournalWriter, _ encoding: JournalEncoding<StateType>) {
        buffer = writer.buffer
        now = writer.configuration.now
        self.encoding = encoding
    }

    /// The core is gone, and with it what there was to record.
    deinit { buffer.close() }

    package var room: Int { buffer.room }

    package func record(_ step: LogStep, cause: LogCause?) {
        buffer.append(.step(step, cause, now()), lines: max(1, step.events.count))
    }

    /// So many that the clock and the lock cost little an event, and so few that nobody sees them share a time.
    package let runLength = 64

    package func record(_ events: UnsafeBufferPointer<WaitingEvent>) { buffer.append(events, at: now()) }

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
}
