/// Blots secrets out of what is recorded. What cannot be looked into is blotted out whole: nothing gets through because
/// nobody could read it.
extension Redactor {
    /// Blots secrets out of what a recording begins with. Says whether there were any.
    func redact(_ header: inout JournalHeader) -> Bool {
        let base = try? JSON(parsing: header.base)
        let redacted = base.map(state) ?? Self.mark
        var isChanged = base != redacted
        header.base = redacted.bytes()
        for index in header.pending.indices {
            for event in header.pending[index].events.indices {
                isChanged = redact(&header.pending[index].events[event]) || isChanged
            }
        }
        return isChanged
    }

    /// Blots secrets out of a line, and marks its event. Says whether there were any.
    func redact(_ line: inout JournalLine) -> Bool {
        guard case .entry(var entry) = line, var event = entry.event, redact(&event) else { return false }
        entry.event = event
        line = .entry(entry)
        return true
    }

    /// Blots secrets out of an event, and marks it. Says whether there were any.
    func redact(_ event: inout RecordedEvent) -> Bool {
        guard names(event.name) else { return false }
        let payload = try? JSON(parsing: event.payload)
        let redacted = payload.map { self.payload($0, of: event.name) } ?? Self.mark
        guard redacted != payload else { return false }
        event.payload = redacted.bytes()
        event.gap = event.gap ?? .redacted
        return true
    }

    /// What an event carries, for a page or a line.
    package func readablePayload(of event: RecordedEvent) -> JSON {
        var event = event
        _ = redact(&event)
        return event.readablePayload
    }
}

extension RecordedEvent {
    /// The payload as a value; the text itself where it is not one.
    package var readablePayload: JSON {
        (try? JSON(parsing: payload)) ?? .string(String(decoding: payload, as: UTF8.self))
    }
}
