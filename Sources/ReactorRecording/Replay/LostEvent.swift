/// An event whose content is not in the recording.
public struct LostEvent: Hashable, Sendable {
    /// The entry of the event. For an event that was pending at the beginning of its file, the last entry before the file.
    public let seq: UInt64
    /// Its name, or the name of its type.
    public let name: String
    /// The reason why its content was not recorded.
    package let gap: RecordedEvent.Gap
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
    /// Removes the events without content. A step whose only event is removed becomes a step without events, and a confirmed
    /// event is lost.
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
