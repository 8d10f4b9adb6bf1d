import Reactor

/// A writer of lines, each with its check and a newline.
///
/// The check is the last member of a line and has a fixed width: `,"crc":"9f1c0a2b"}`. It covers the rest of the line and
/// continues the previous line's check, so it detects a line that was changed, removed, repeated or moved.
package struct LineWriter {
    /// The check of the last line, 0 before the first.
    package private(set) var crc: UInt32
    /// The written bytes that have not been taken.
    package var bytes: [UInt8] = []

    /// The numbers of the written call sites.
    private var places: [String: Int]

    /// - Parameter places: The call sites in the previous lines, by number.
    package init(after crc: UInt32 = 0, places: [Int: String] = [:]) {
        self.crc = crc
        self.places = Dictionary(places.map { ($1, $0) }, uniquingKeysWith: max)
    }

    package mutating func write(_ line: JournalLine) {
        switch line {
        case .header(let header): write(header)
        case .entry(let entry): write(entry)
        case .check(let check): write(check)
        }
    }

    package mutating func write(_ entry: JournalEntry) {
        let start = bytes.count
        bytes.append("{\"seq\":", entry.seq)
        if let number = entry.number { bytes.append(",\"number\":", number) }
        bytes.append(",\"at\":", entry.at)
        write(entry.step)
        if let group = entry.group {
            bytes.append(",\"group\":[", group.index)
            bytes.append(",", group.count)
            bytes.append(UInt8(ascii: "]"))
        }
        if let cause = entry.cause { write(cause) }
        if let launchedAt = entry.launchedAt { bytes.append(",\"launched\":", launchedAt) }
        write(entry.place)
        if let event = entry.event {
            bytes.append(UInt8(ascii: ","))
            write(event)
        }
        close(start)
    }

    package mutating func write(_ check: JournalCheck) {
        let start = bytes.count
        bytes.append("{\"check\":", check.seq)
        if let digest = check.digest { bytes.append(",\"digest\":", digest) }
        if let members = check.members {
            bytes.append(text: ",\"members\":{")
            for (index, member) in members.sorted(by: Self.precedes).enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                bytes.append(string: member.key)
                bytes.append(text: ":\"")
                bytes.append(hex: member.value)
                bytes.append(UInt8(ascii: "\""))
            }
            bytes.append(UInt8(ascii: "}"))
        }
        if let synced = check.synced { bytes.append(",\"synced\":", synced) }
        if let end = check.end { bytes.append(",\"end\":", end.rawValue) }
        if check.isSuspended { bytes.append(text: ",\"suspended\":true") }
        if check.isResumed { bytes.append(text: ",\"resumed\":true") }
        close(start)
    }

    package mutating func write(_ header: JournalHeader) {
        let start = bytes.count
        bytes.append("{\"reactor\":", JournalHeader.format)
        bytes.append(",\"id\":", header.id)
        bytes.append(",\"app\":", header.app)
        bytes.append(",\"from\":", header.from)
        bytes.append(",\"at\":", header.at)
        bytes.append(",\"schema\":{\"state\":", header.schema.state)
        bytes.append(text: ",\"events\":{")
        for (index, event) in header.schema.events.sorted(by: Self.precedes).enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(string: event.key)
            bytes.append(":", event.value)
        }
        bytes.append("}},\"counters\":{\"tx\":", header.counters.prediction.rawValue)
        bytes.append(",\"mark\":", header.counters.mark.rawValue)
        bytes.append(",\"launch\":", header.counters.launch)
        if header.counters.skipped > 0 { bytes.append(",\"entry\":", header.counters.skipped) }
        bytes.append(UInt8(ascii: "}"))
        if header.isRedacted { bytes.append(text: ",\"redacted\":true") }
        if let segment = header.segment { bytes.append(",\"segment\":", segment) }
        if let after = header.after {
            bytes.append(text: ",\"after\":\"")
            bytes.append(hex: after)
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(text: ",\"pending\":[")
        for (index, pending) in header.pending.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(pending)
        }
        // Last, so that no member comes after a large state.
        bytes.append(text: "],\"base\":")
        bytes.append(contentsOf: header.base)
        close(start)
    }

    // MARK: Parts

    /// By UTF-8. The order of strings is not strict: "e\u{301}" and "\u{E9}\"" are neither equal nor one before the other.
    private static func precedes<Value>(
        _ left: (key: String, value: Value), _ right: (key: String, value: Value)
    ) -> Bool {
        left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
    }

    private mutating func write(_ step: JournalStep) {
        switch step {
        case .event(let withdrawn) where withdrawn.isEmpty: break
        case .event(let withdrawn):
            bytes.append(text: ",\"withdraws\":[")
            for (index, id) in withdrawn.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                bytes.append(number: id.rawValue)
            }
            bytes.append(UInt8(ascii: "]"))
        case .begin(let id): write("begin", id)
        case .append(let id): write("append", id)
        case .commit(let id): write("commit", id)
        case .replace(let id): write("replace", id)
        case .rollback(let id): write("rollback", id)
        case .mark(let id): write("mark", id)
        case .report(let id): write("report", id)
        case .place(let id): write("place", id)
        case .release(let id): write("release", id)
        }
    }

    private mutating func write(_ operation: StaticString, _ id: PredictionID) {
        write(operation, nil)
        bytes.append(",\"tx\":", id.rawValue)
    }

    private mutating func write(_ operation: StaticString, _ id: MarkID?) {
        bytes.append(text: ",\"op\":\"")
        bytes.append(text: operation)
        bytes.append(UInt8(ascii: "\""))
        guard let id else { return }
        bytes.append(",\"mark\":", id.rawValue)
    }

    private mutating func write(_ cause: JournalCause) {
        bytes.append(",\"cause\":{\"command\":", cause.command)
        bytes.append(",\"launch\":", cause.launch)
        if let parent = cause.parent { bytes.append(",\"parent\":", parent) }
        if let event = cause.event { bytes.append(",\"event\":", event) }
        write(cause.place)
        bytes.append(UInt8(ascii: "}"))
    }

    /// Writes a call site: its text once, and after that only its number.
    private mutating func write(_ place: String?) {
        guard let place else { return }
        bytes.append(text: ",\"place\":")
        if let number = places[place] { return bytes.append(number: number) }
        let number = places.count + 1
        places[place] = number
        bytes.append("[", number)
        bytes.append(",", place)
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func write(_ event: RecordedEvent) {
        bytes.append("\"event\":", event.name)
        bytes.append(",\"v\":", event.version)
        if let gap = event.gap { bytes.append(",\"gap\":", gap.rawValue) }
        bytes.append(text: ",\"payload\":")
        bytes.append(contentsOf: event.payload)
    }

    private mutating func write(_ pending: PendingEntry) {
        bytes.append(UInt8(ascii: "{"))
        switch pending.owner {
        case .mark(let id): bytes.append("\"mark\":", id.rawValue)
        case .prediction(let id): bytes.append("\"tx\":", id.rawValue)
        case nil: break
        }
        if pending.owner != nil { bytes.append(UInt8(ascii: ",")) }
        if let number = pending.number {
            bytes.append("\"number\":", number)
            bytes.append(UInt8(ascii: ","))
        }
        bytes.append(text: "\"events\":[")
        for (index, event) in pending.events.enumerated() {
            bytes.append(text: index > 0 ? ",{" : "{")
            write(event)
            bytes.append(UInt8(ascii: "}"))
        }
        bytes.append(text: "]}")
    }

    /// Ends the line that began at `start`.
    private mutating func close(_ start: Int) {
        crc = bytes.withUnsafeBytes { CRC32C.checksum(UnsafeRawBufferPointer(rebasing: $0[start...]), after: crc) }
        bytes.append(text: ",\"crc\":\"")
        bytes.append(hex: crc)
        bytes.append(text: "\"}\n")
    }
}
