import Reactor
import ReactorRecording

/// A state that notes each event before it reacts to it, also when events are applied again after a rollback. Its encoding is
/// that of the inner state.
struct Witnessed<Inner: State & Codable>: State, Codable {
    var inner: Inner

    init(from decoder: any Decoder) throws { inner = try Inner(from: decoder) }

    func encode(to encoder: any Encoder) throws { try inner.encode(to: encoder) }

    mutating func react(to event: any Event) {
        Witness.current?.note(event)
        inner.react(to: event)
    }
}

/// The note for the thread of the worker.
struct Witness {
    // Sendable: a worker sets it once, before it reads its first session, and only the replaying thread reads it.
    nonisolated(unsafe) static var current: Witness?

    let page: EventNote
    private let names: [ObjectIdentifier: [UInt8]]

    init<StateType>(_ page: EventNote, _ catalog: EventCatalog<StateType>) {
        self.page = page
        names = catalog.names.mapValues { Array($0.utf8) }
    }

    func note(_ event: any Event) {
        guard let name = names[ObjectIdentifier(type(of: event))] else { return }
        page.apply(name)
    }
}

/// A recording that notes the progress of its reading.
struct WitnessedSource<Source: RecordingSource>: RecordingSource {
    let source: Source

    var header: JournalHeader { source.header }
    var _content: _RecordingContent {
        _RecordingContent(header) { seq throws(ReplayError) in try lines(after: seq) }
    }

    func lines(after seq: UInt64) throws(ReplayError) -> RecordingLines {
        var lines = try source.lines(after: seq)
        guard let page = Witness.current?.page else { return lines }
        page.clear()
        return RecordingLines { () throws(ReplayError) in
            let line = try lines.next()
            if case .entry(let entry)? = line { page.reach(entry.seq, Array((entry.event?.name ?? "").utf8)) }
            return line
        }
    }
}
