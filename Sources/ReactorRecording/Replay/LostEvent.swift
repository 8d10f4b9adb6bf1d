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
    public var description: String {
        let fix =
            switch gap {
            case .unregistered: "List it in the catalog."
            case .unencodable: "Make it encodable."
            case .oversized: "Put an id or a path into the event instead of the data."
            case .redacted: "Continue from a recording that is not redacted."
            }
        return
            "The content of \(name), entry \(seq), was not recorded (\(gap)), and the core was opened without it. \(fix)"
    }
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
