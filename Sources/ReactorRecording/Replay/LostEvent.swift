/// An event of which a recording holds no more than that it was.
public struct LostEvent: Hashable, Sendable {
    /// The entry that it stands in; for one that was pending when its file was begun, the last entry before that file.
    public let seq: UInt64
    /// Its name, or that of its type.
    public let name: String
    /// Why its content was not recorded.
    public let gap: RecordedEvent.Gap
}

extension LostEvent: CustomStringConvertible {
    public var description: String { Errors.lost(self) }
}

extension [JournalEntry] {
    /// Takes out the events without a content. A step that had no other event is a step without events then, and a
    /// certain event is lost.
    mutating func removeLost() -> [LostEvent] {
        var lost: [LostEvent] = []
        var kept: [JournalEntry] = []
        for var entry in self {
            if let event = entry.event, let gap = event.gap, gap != .redacted {
                lost.append(LostEvent(seq: entry.seq, name: event.name, gap: gap))
                if case .event = entry.step { continue }
                entry.event = nil
            }
            kept.append(entry)
        }
        if !lost.isEmpty { self = kept }
        return lost
    }
}
