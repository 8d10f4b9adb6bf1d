import Reactor

/// Blots secrets out of what is recorded. What cannot be looked into is blotted out whole: nothing gets through because
/// nobody could read it.
///
/// A redactor is written against today's types. What an older program recorded is made into today's form first, so that a
/// member which had another name, or none of today's types has any more, is removed as well.
extension Redactor {
    /// Blots secrets out of an event of today's version, and marks it. Says whether there were any.
    func redact(_ event: inout RecordedEvent) -> Bool {
        let payload = try? JSON(parsing: event.payload)
        guard names(event.name) || payload?.failure != nil else { return false }
        let redacted = payload.map { self.payload($0, of: event.name) } ?? Self.mark
        guard redacted != payload else { return false }
        event.payload = redacted.bytes()
        event.gap = event.gap ?? .redacted
        return true
    }

    /// Blots secrets out of the state that a recording begins with. Says whether there were any.
    func redactedBase(_ header: inout JournalHeader) -> Bool {
        let base = try? JSON(parsing: header.base)
        let redacted = base.map(state) ?? Self.mark
        guard redacted != base else { return false }
        header.base = redacted.bytes()
        return true
    }
}

/// A redactor with the catalog by which older versions are read.
struct RedactorOfCatalog<StateType: State & Codable> {
    let redactor: Redactor
    let catalog: EventCatalog<StateType>

    /// What is secret in a line, as texts: an error may say it again in another line.
    func secrets(in line: JournalLine) -> Set<String> {
        switch line {
        case .check: return []
        case .entry(let entry): return entry.event.map(secrets(in:)) ?? []
        case .header(let header):
            let pending = header.pending.flatMap(\.events)
            let inState = today(header).map(redactor.secrets(inState:)) ?? []
            return pending.reduce(into: inState) { $0.formUnion(secrets(in: $1)) }
        }
    }

    private func secrets(in event: RecordedEvent) -> Set<String> {
        guard let today = catalog.schemas.today(event), let payload = try? JSON(parsing: today.payload) else {
            return []
        }
        return redactor.secrets(in: payload, of: today.name)
    }

    /// Blots secrets out of a recording, and those that are known out of the texts of errors. Says whether there were any.
    func redact(_ header: inout JournalHeader, _ lines: inout [JournalLine], knowing secrets: Set<String>) -> Bool {
        var isRedacted = redact(&header)
        func scrub(_ event: inout RecordedEvent) {
            guard !secrets.isEmpty, let payload = try? JSON(parsing: event.payload) else { return }
            let scrubbed = redactor.withoutSecrets(payload, before: payload, secrets)
            guard scrubbed != payload else { return }
            event.payload = scrubbed.bytes()
            event.gap = event.gap ?? .redacted
            isRedacted = true
        }
        for index in header.pending.indices {
            for event in header.pending[index].events.indices { scrub(&header.pending[index].events[event]) }
        }
        for index in lines.indices {
            isRedacted = redact(&lines[index]) || isRedacted
            guard case .entry(var entry) = lines[index], var event = entry.event else { continue }
            scrub(&event)
            entry.event = event
            lines[index] = .entry(entry)
        }
        return isRedacted
    }

    /// Blots secrets out of what a recording begins with. Says whether there were any.
    func redact(_ header: inout JournalHeader) -> Bool {
        var isRedacted = false
        if let today = today(header) {
            if today != (try? JSON(parsing: header.base)) {
                header.base = today.bytes(.canonical)
                header.schema.state = catalog.version
            }
        } else if !header.isRedacted {
            header.base = Redactor.mark.bytes()
            isRedacted = true
        }
        isRedacted = redactor.redactedBase(&header) || isRedacted
        for index in header.pending.indices {
            for event in header.pending[index].events.indices {
                isRedacted = redact(&header.pending[index].events[event]) || isRedacted
            }
        }
        return isRedacted
    }

    /// Blots secrets out of a line, and marks its event. Says whether there were any.
    func redact(_ line: inout JournalLine) -> Bool {
        guard case .entry(var entry) = line, var event = entry.event else { return false }
        let isRedacted = redact(&event)
        if isRedacted { entry.cause = entry.cause?.redacted }
        entry.event = event
        line = .entry(entry)
        return isRedacted
    }

    /// Blots secrets out of an event, and marks it. Says whether there were any.
    func redact(_ event: inout RecordedEvent) -> Bool {
        if event.isLost { return false }
        if let today = catalog.schemas.today(event) {
            event = today
        } else if event.gap == nil {
            event.payload = Redactor.mark.bytes()
            event.gap = .redacted
            return true
        }
        return redactor.redact(&event)
    }

    private func today(_ header: JournalHeader) -> JSON? {
        try? catalog.encode(state: catalog.decode(state: header.base, version: header.schema.state))
    }
}

extension EventCatalog {
    /// What today's program would have recorded of an event; the event as it is where nobody can read it.
    package func today(_ event: RecordedEvent) -> RecordedEvent { schemas.today(event) ?? event }

    /// The entry with its secrets blotted out, in today's form.
    package func redacted(_ entry: JournalEntry, _ redactor: Redactor) -> JournalEntry {
        var line = JournalLine.entry(entry)
        _ = RedactorOfCatalog(redactor: redactor, catalog: self).redact(&line)
        guard case .entry(let redacted) = line else { return entry }
        return redacted
    }
}

extension EventSchemas {
    /// What today's program would have recorded of an event: its own bytes where that is the same. nil when it cannot be
    /// read.
    func today(_ event: RecordedEvent) -> RecordedEvent? {
        guard let decoded = try? decode(event), var today = try? encode(decoded) else { return nil }
        if let json = try? JSON(parsing: event.payload), json == (try? JSON(parsing: today.payload)) {
            today.payload = event.payload
        }
        today.gap = event.gap
        return today
    }
}

extension RecordedEvent {
    /// The payload as a value; the text itself where it is not one.
    package var readablePayload: JSON {
        (try? JSON(parsing: payload)) ?? .string(String(decoding: payload, as: UTF8.self))
    }
}
