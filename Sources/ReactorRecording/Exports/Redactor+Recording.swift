import Reactor

/// Redaction of recordings. Values that cannot be read are redacted as a whole.
///
/// Paths refer to the current types. Values of older programs are converted into the current form first, so that members with old
/// names are redacted, too.
extension Redactor {
    /// Redacts an event of the current version, marks it, and returns whether it contained secrets.
    ///
    /// - Parameter secrets: The secrets of the recording, or nil if they are not at hand.
    func redact(_ event: inout RecordedEvent, knowing secrets: Set<String>?) -> Bool {
        let payload = try? JSON(parsing: event.payload)
        guard names(event.name) || payload?.failure != nil else { return false }
        let redacted = payload.map { self.payload($0, of: event.name, knowing: secrets) } ?? Self.mark
        guard redacted != payload else { return false }
        event.payload = redacted.bytes()
        event.gap = event.gap ?? .redacted
        return true
    }

    /// Redacts the base state of a recording, and returns whether it contained secrets.
    func redactedBase(_ header: inout JournalHeader) -> Bool {
        let base = try? JSON(parsing: header.base)
        let redacted = base.map(state) ?? Self.mark
        guard redacted != base else { return false }
        header.base = redacted.bytes()
        return true
    }
}

/// A redactor with the catalog that reads older versions.
struct RedactorOfCatalog<StateType: State & Codable> {
    let redactor: Redactor
    let catalog: EventCatalog<StateType>

    /// Returns the secrets in a line as texts, because an error in another line can contain them.
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

    /// Redacts a recording, removes known secrets from the texts of errors, and returns whether there were any.
    func redact(_ header: inout JournalHeader, _ lines: inout [JournalLine], knowing secrets: Set<String>) -> Bool {
        var isRedacted = redact(&header, knowing: secrets)
        for index in lines.indices { isRedacted = redact(&lines[index], knowing: secrets) || isRedacted }
        return isRedacted
    }

    /// Redacts the header of a recording, and returns whether it contained secrets.
    func redact(_ header: inout JournalHeader, knowing secrets: Set<String>) -> Bool {
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
                isRedacted = redact(&header.pending[index].events[event], knowing: secrets) || isRedacted
            }
        }
        return isRedacted
    }

    /// Redacts a line, marks its event, and returns whether it contained secrets.
    func redact(_ line: inout JournalLine, knowing secrets: Set<String>?) -> Bool {
        guard case .entry(var entry) = line, var event = entry.event else { return false }
        let isRedacted = redact(&event, knowing: secrets)
        if isRedacted { entry.cause = entry.cause?.redacted }
        entry.event = event
        line = .entry(entry)
        return isRedacted
    }

    /// Redacts an event, marks it, and returns whether it contained secrets.
    func redact(_ event: inout RecordedEvent, knowing secrets: Set<String>?) -> Bool {
        if event.isLost { return false }
        if let today = catalog.schemas.today(event) {
            event = today
        } else if event.gap == nil {
            event.payload = Redactor.mark.bytes()
            event.gap = .redacted
            return true
        }
        return redactor.redact(&event, knowing: secrets)
    }

    private func today(_ header: JournalHeader) -> JSON? {
        try? catalog.encode(state: catalog.decode(state: header.base, version: header.schema.state))
    }
}

extension EventCatalog {
    /// Converts an event into its current form, or returns it unchanged if it cannot be read.
    package func today(_ event: RecordedEvent) -> RecordedEvent { schemas.today(event) ?? event }

    /// Returns the redacted entry in its current form, without the texts of a command's error.
    package func redacted(_ entry: JournalEntry, _ redactor: Redactor) -> JournalEntry {
        var line = JournalLine.entry(entry)
        _ = RedactorOfCatalog(redactor: redactor, catalog: self).redact(&line, knowing: nil)
        guard case .entry(let redacted) = line else { return entry }
        return redacted
    }
}

extension RecordingSource {
    /// Returns the secrets in all lines, which the text of any error can contain.
    package func secrets<StateType>(
        _ redactor: Redactor, _ catalog: EventCatalog<StateType>
    ) throws(ReplayError) -> Set<String> {
        let redactor = RedactorOfCatalog(redactor: redactor, catalog: catalog)
        var secrets = redactor.secrets(in: .header(header))
        var lines = try lines(after: header.from)
        while let line = try lines.next() { secrets.formUnion(redactor.secrets(in: line)) }
        return secrets
    }
}

extension EventSchemas {
    /// Converts an event into its current form, or returns nil if it cannot be read. An equal payload keeps its bytes.
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
    /// The payload as a value, or as a text if it is not JSON.
    package var readablePayload: JSON {
        (try? JSON(parsing: payload)) ?? .string(String(decoding: payload, as: UTF8.self))
    }
}
