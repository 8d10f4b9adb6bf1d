import Reactor
import ReactorRecording

/// An entry as a row of a table, as JSON with every column in it.
struct EntryRow {
    private let survey: TableSurvey
    private var session: JSON = .null
    private var app: JSON = .null
    private var segmentFrom: UInt64 = 0

    init(_ survey: TableSurvey) { self.survey = survey }

    mutating func begin(_ header: JournalHeader) {
        (session, app, segmentFrom) = (.string(header.id), .string(header.app), header.from)
    }

    func write(_ entry: JournalEntry, to bytes: inout [UInt8]) {
        let (operation, id, withdraws) = entry.step.inspected
        let isOfMark = operation?.isOfMark == true
        var row = RowWriter()
        row.add("session", session, to: &bytes)
        row.add("app", app, to: &bytes)
        row.add("seq", entry.seq, to: &bytes)
        row.add("segment_from", segmentFrom, to: &bytes)
        row.add("ts", entry.at, to: &bytes)
        row.add("operation", operation?.rawValue, to: &bytes)
        row.add("prediction", isOfMark ? nil : id, to: &bytes)
        row.add("mark", isOfMark ? id : nil, to: &bytes)
        row.add("withdraws", withdraws, to: &bytes)
        row.add("group_index", entry.group.map { UInt64($0.index) }, to: &bytes)
        row.add("group_count", entry.group.map { UInt64($0.count) }, to: &bytes)
        row.add("command", entry.cause?.command, to: &bytes)
        row.add("launch", entry.cause?.launch, to: &bytes)
        row.add("parent_launch", entry.cause?.parent, to: &bytes)
        row.add("event", entry.event?.name, to: &bytes)
        row.add("version", entry.event.map { UInt64($0.version) }, to: &bytes)
        row.add("payload", entry.event.map { String(decoding: $0.payload, as: UTF8.self) }, to: &bytes)
        row.add("payload_bytes", entry.event.map { UInt64($0.payload.count) }, to: &bytes)
        row.add("gap", entry.event?.gap?.rawValue, to: &bytes)
        guard case .begin(let prediction) = entry.step else {
            row.add("outcome", String?.none, to: &bytes)
            row.add("open_ms", UInt64?.none, to: &bytes)
            return row.end(&bytes)
        }
        let resolution = survey.resolutions[prediction.rawValue]
        row.add("outcome", resolution.map { "\($0.outcome)" } ?? "open", to: &bytes)
        row.add("open_ms", resolution.map { JSON.number(JSON.Number($0.milliseconds)) } ?? .null, to: &bytes)
        row.end(&bytes)
    }
}

/// A recording as a row of a table.
struct SessionRow {
    private let path: String
    private let header: JournalHeader
    private var schema: JournalSchema
    private var last: Timestamp
    private var entries: UInt64 = 0
    private var segments: UInt64 = 0
    private var digests: UInt64 = 0
    private var isRedacted = false
    private var isTorn = false
    /// Null if the end is unknown, or the recording has not ended.
    private var endedCleanly = JSON.null

    /// Creates the row of a recording with this header.
    init(_ path: String, _ header: JournalHeader) {
        (self.path, self.header, schema, last) = (path, header, header.schema, header.at)
    }

    mutating func count(_ line: JournalLine) {
        switch line {
        case .header(let header):
            segments += 1
            (schema, isRedacted) = (header.schema, isRedacted || header.isRedacted)
        case .entry(let entry):
            entries += 1
            last = entry.at
        case .check(let check): digests += check.digest == nil ? 0 : 1
        }
    }

    mutating func conclude(_ survey: TableSurvey) {
        isTorn = survey.torn != nil
        endedCleanly = survey.ending.isClean
    }

    var json: JSON {
        // A text, because each version of an app would have another type of struct.
        let versions = schema.events.merging(["(state)": schema.state]) { event, _ in event }
        return [
            "path": .string(path), "session": .string(header.id), "app": .string(header.app),
            "first": .string(EntryText.text(of: header.at)), "last": .string(EntryText.text(of: last)),
            "entries": .number(JSON.Number(entries)), "segments": .number(JSON.Number(segments)),
            "schema": .string(JSON.sorted(versions.mapValues { .number(JSON.Number($0)) }).compact),
            "redacted": .bool(isRedacted), "torn": .bool(isTorn), "ended_cleanly": endedCleanly,
            "digests": .number(JSON.Number(digests)),
        ]
    }

    /// The line of text for a user.
    var line: String {
        let end: String? = endedCleanly == true ? "closed" : endedCleanly == false ? "not closed" : nil
        let notes = [end, isTorn ? "a crash tore the end" : nil, isRedacted ? "redacted" : nil].compactMap(\.self)
        return "\(path)  \(EntryText.text(of: header.at)) to \(EntryText.text(of: last))  "
            + "\(Int(entries).counted("entry", "entries")) in \(Int(segments).counted("segment"))"
            + (notes.isEmpty ? "" : "  \(notes.joined(separator: ", "))")
    }
}

/// A writer for the members of a row, in order and without intermediate JSON values.
struct RowWriter {
    private var isFirst = true

    mutating func add(_ name: StaticString, _ value: JSON, to bytes: inout [UInt8]) {
        begin(name, &bytes)
        value.write(to: &bytes)
    }

    mutating func add(_ name: StaticString, _ value: UInt64?, to bytes: inout [UInt8]) {
        begin(name, &bytes)
        if let value { bytes.append(number: value) } else { bytes.append(text: "null") }
    }

    mutating func add(_ name: StaticString, _ value: String?, to bytes: inout [UInt8]) {
        begin(name, &bytes)
        if let value { JSON.string(value).write(to: &bytes) } else { bytes.append(text: "null") }
    }

    /// Adds a list, or nothing for an empty one.
    mutating func add(_ name: StaticString, _ values: [UInt64], to bytes: inout [UInt8]) {
        begin(name, &bytes)
        guard !values.isEmpty else { return bytes.append(text: "null") }
        for (index, value) in values.enumerated() {
            bytes.append(UInt8(ascii: index == 0 ? "[" : ","))
            bytes.append(number: value)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    mutating func add(_ name: StaticString, _ time: Timestamp, to bytes: inout [UInt8]) {
        begin(name, &bytes)
        bytes.append(UInt8(ascii: "\""))
        time.write(to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    func end(_ bytes: inout [UInt8]) { bytes.append(UInt8(ascii: "}")) }

    private mutating func begin(_ name: StaticString, _ bytes: inout [UInt8]) {
        bytes.append(text: isFirst ? "{\"" : ",\"")
        isFirst = false
        bytes.append(text: name)
        bytes.append(text: "\":")
    }
}
