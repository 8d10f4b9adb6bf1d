import Reactor

/// A recorder that writes each step of a core to a ring before the core performs it.
final class FlightLog: @unchecked Sendable {
    // Sendable: it is created before the core, and after that it is used only on the core's executor.
    private var file: MappedFile
    // Unchecked: no call leaves this class during a change, and the dynamic check costs as much as the note.
    @exclusivity(unchecked) private var ring: FlightRing
    private let content: JournalContent
    private let now: (@Sendable () -> Timestamp)?
    @exclusivity(unchecked) private var numbers: [ObjectIdentifier: UInt32] = [:]
    /// The numbers of the latest types.
    @exclusivity(unchecked) private var recent: [(type: ObjectIdentifier, number: UInt32)]
    /// The seq of the last noted step, and of the last call of `react(to:)`.
    @exclusivity(unchecked) private var seq: UInt64
    @exclusivity(unchecked) private var position: UInt64
    /// The announced step, until it is recorded or refused.
    @exclusivity(unchecked) private var announced: (head: UInt64, seq: UInt64)?

    private static let recentCount = 16
    /// More steps than can wait for a writer.
    private static let positions = 6_000

    /// - Returns: nil if it is off, or if files are not mapped.
    static func make(
        _ recorder: FlightRecorder, in folder: JournalFolder, id: String, seq: UInt64, _ content: JournalContent,
        _ configuration: JournalConfiguration
    ) throws -> FlightLog? {
        let (bytes, most, now): (Int, Int, (@Sendable () -> Timestamp)?)
        switch recorder {
        case .off: return nil
        case .position: (bytes, most, now) = (positions * FlightLayout.record, positions, nil)
        case .payload(let bound): (bytes, most, now) = (bound.bytes, bound.entries, configuration.now)
        }
        let size = FlightRing.size(bytes)
        guard let file = try configuration.fileSystem.map(folder.flight, bytes: size) else { return nil }
        return FlightLog(file, FlightRing(file.memory, id: id, most: most), content, now, seq: seq)
    }

    init(
        _ file: MappedFile, _ ring: FlightRing, _ content: JournalContent, _ now: (@Sendable () -> Timestamp)?,
        seq: UInt64
    ) {
        self.file = file
        self.ring = ring
        self.content = content
        self.now = now
        self.seq = seq
        position = seq
        let none = (ObjectIdentifier(FlightLog.self), UInt32(0))
        recent = Array(repeating: none, count: Self.recentCount)
        ring.note(position: seq, isReacting: false)
    }

    /// Continues in a new file, after the recorded steps, because another writer has removed the old file.
    func goOn(in other: FlightLog, seq: UInt64) {
        (file, ring) = (other.file, other.ring)
        numbers = [:]
        recent = other.recent
        (self.seq, position) = (seq, seq)
        ring.note(position: seq, isReacting: false)
    }

    // MARK: Recording

    /// Notes confirmed events that no command fired.
    func record(_ events: borrowing EventRun) {
        guard let now else {
            for index in events.indices {
                seq += 1
                ring.append(seq: seq, launch: 0, name: number(of: type(of: events[index].event)), continues: false)
            }
            return
        }
        let at = now()
        for index in events.indices { note(events.step(index), cause: nil, at: at) }
    }

    func record(_ step: LogStep, cause: LogCause?) {
        // An announced step was already noted.
        if announced != nil { announced = nil } else { note(step, cause: cause, at: now?()) }
    }

    func willPerform(_ step: LogStep, cause: LogCause?) {
        announced = (ring.head, seq)
        note(step, cause: cause, at: now?())
    }

    func refused() {
        guard let announced else { return }
        ring.retract(to: announced.head, records: Int(seq - announced.seq))
        seq = announced.seq
        self.announced = nil
        ring.note(position: min(position, seq), isReacting: false)
        position = min(position, seq)
    }

    private func note(_ step: LogStep, cause: LogCause?, at: Timestamp?) {
        let launch = cause?.launch ?? 0
        let count = step.events.count
        if count == 0 {
            seq += 1
            return ring.append(
                seq: seq, launch: launch, name: 0, continues: false, content: line(step, nil, cause, at, nil))
        }
        for (index, event) in step.events.all.enumerated() {
            seq += 1
            let place = count > 1 ? GroupPlace(index: index + 1, count: count) : nil
            ring.append(
                seq: seq, launch: launch, name: number(of: type(of: event)), continues: index > 0,
                content: line(step, event, cause, at, place))
        }
    }

    /// Returns the line of the journal, with a check that does not depend on other lines, or nothing if payloads are off.
    private func line(
        _ step: LogStep, _ event: (any Event)?, _ cause: LogCause?, _ at: Timestamp?, _ place: GroupPlace?
    ) -> [UInt8] {
        guard let at else { return [] }
        var entry = JournalEntry(
            seq: seq, at: at, step: step.kind, group: place,
            cause: cause.map(JournalCause.init), place: step.place.map { "\($0)" }, event: event.map(content.recorded))
        if let recorded = entry.event, recorded.payload.count > ring.longest / 2 {
            entry.event = RecordedEvent(name: recorded.name, version: recorded.version, gap: .oversized)
        }
        var writer = LineWriter()
        writer.write(entry)
        var line = writer.bytes
        line.removeLast()
        return line
    }

    /// Returns the number of a type's name.
    private func number(of type: any Event.Type) -> UInt32 {
        let id = ObjectIdentifier(type)
        let place = (Int(bitPattern: id) >> 4) & (Self.recentCount - 1)
        if recent[place].type == id { return recent[place].number }
        let number =
            numbers[id]
            ?? {
                let number = ring.add(name: content.name(type))
                numbers[id] = number
                return number
            }()
        recent[place] = (id, number)
        return number
    }

    // MARK: At work

    func nextBegins() {
        position += 1
        ring.note(position: position, isReacting: true)
    }

    func lastBegins() {
        position = seq
        ring.note(position: seq, isReacting: true)
    }

    func returned() { ring.note(position: position, isReacting: false) }
}
