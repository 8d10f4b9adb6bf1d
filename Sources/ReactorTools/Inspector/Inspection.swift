import ReactorRecording

/// A recording as a page for a browser, with every event, every state, and the cause of each event.
///
/// Each step is stored as a change in the format of the page, so the size depends on the payloads and changes, not on the size of
/// the states.
///
/// ```swift
/// import ReactorRecording
///
/// func page<App>(of recording: RecordingFile, _ catalog: EventCatalog<App>) throws -> [UInt8] {
///     try Inspection(of: recording, catalog: catalog).page()     // one HTML file: no request leaves it
/// }
/// ```
public struct Inspection: Sendable {
    let facts: RecordingFacts
    /// The number of steps.
    private(set) var count = 0
    /// The redacted state after the last step.
    private(set) var state: EncodedValue
    /// The way in which the recording ended, and the step in flight at its end.
    private var ending = JournalEnding.notKnown
    private var inFlight: UnexpectedEnd.Step?

    private let redactor: Redactor?
    /// The known secrets, which the text of an error can contain.
    private var secrets: Set<String>
    private let base: JSON
    private var lastTime: Int64
    private var names = Table<String>()
    private var causes = Table<InspectedStep.Cause>()
    /// The entries whose events reactions answered with commands, by the positions of the commands.
    private var answered: [Int: UInt64] = [:]
    /// The names of the commands, by launch.
    private var commands: [UInt64: String] = [:]
    private var places = Table<String>()
    /// The positions of the names of commands' ends.
    private var ends = Table<Int>()
    private var data: [UInt8] = []
    private var blockCount = 0
    /// The content of the page after each of the last steps, for open pages, or nil if there are none.
    private var marks: [Mark]?

    /// The number of steps in one block of page data.
    private static let blockSize = 2_000
    /// The number of last steps that an open page may miss, at least.
    static let marksKept = 10_000

    /// Creates an inspection of a recording that begins with the state `base`. The page contains no secrets of `redactor`, and no
    /// known secret in the text of an error. With `isLive` an open page can be updated.
    package init(
        of facts: RecordingFacts, base: JSON, redactor: Redactor? = nil, knowing secrets: Set<String> = [],
        isLive: Bool = false
    ) {
        self.facts = facts
        self.redactor = redactor
        self.secrets = secrets.union(redactor?.secrets(inState: base) ?? [])
        self.base = redactor?.state(base) ?? base
        state = EncodedValue(self.base)
        lastTime = facts.start
        marks = isLive ? [Mark(seq: facts.from)] : nil
    }

    /// Adds the next step. O(size of the change), and with a redactor O(size of the state).
    package mutating func append(_ step: InspectedStep) {
        let step = redactor?.step(step, knowing: &secrets) ?? step
        let patch = JSONPatch(from: state, to: step.state).json
        state = step.state
        let payload: JSON = step.payload.map { [$0] } ?? 0
        let name = names.place(of: step.name)
        if step.endsCommand { _ = ends.place(of: name) }
        let operation =
            step.operation.flatMap { InspectedStep.Operation.allCases.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        var row: [JSON] = [
            .count(step.seq), .count(step.at - lastTime), .count(name), .count(step.version),
            patch, payload, .count(operation), .count(step.transaction ?? 0), .count(step.group?.place ?? 0),
            .count(step.group?.count ?? 0), .count(step.cause.map { place(of: $0) + 1 } ?? 0),
            step.withdrawing.isEmpty ? 0 : .array(step.withdrawing.map { .count($0) }),
            // The milliseconds since the launch of its command plus one; 0 if they are not known.
            .count(step.launchedAt.map { max(0, step.at - $0) + 1 } ?? 0),
            .count(step.place.map { places.place(of: $0) + 1 } ?? 0),
        ]
        while row.last == 0 { row.removeLast() }
        lastTime = step.at
        if blockCount == Self.blockSize {
            data.append(contentsOf: "]</script>\n".utf8)
            blockCount = 0
        }
        data.append(contentsOf: (blockCount == 0 ? InspectorPage.blockStart : ",").utf8)
        let start = data.count
        JSON.array(row).write(to: &data, .page)
        blockCount += 1
        count += 1
        if marks != nil { mark(step.seq, row: start..<data.count) }
    }

    /// Each launch has one position, because only its first entry contains its cause, and a redactor can shorten its name in
    /// others.
    private mutating func place(of cause: InspectedStep.Cause) -> Int {
        var launch = cause
        launch.event = nil
        launch.command = commands[cause.launch, default: cause.command]
        commands[cause.launch] = launch.command
        let place = causes.place(of: launch)
        if let event = cause.event { answered[place] = event }
        return place
    }

    /// Adds the end of the recording, and the step in flight of a program that did not close it.
    mutating func end(_ ending: JournalEnding, _ unexpectedEnd: UnexpectedEnd?) {
        (self.ending, inFlight) = (ending, unexpectedEnd?.inFlight)
    }

    /// Returns the page: one file with all data, and a policy with which a browser sends nothing.
    public func page() -> [UInt8] {
        var header: JSON = [
            "id": .string(facts.id), "app": .string(facts.app), "from": .count(facts.from),
            "start": .count(facts.start),
            "schema": facts.schemaJSON, "versions": facts.versionsJSON, "redacted": .bool(redactor != nil),
        ]
        for (name, entries) in tables(after: Mark(seq: facts.from)) { header[name] = entries }
        if ending != .notKnown {
            var end: JSON = ["kind": .string("\(ending)")]
            end["inFlight"] = inFlight.map { [.count($0.seq), .string($0.event ?? "")] }
            header["ending"] = end
        }
        return InspectorPage.assembled(
            isLive: marks != nil, header: header, base: base,
            blocks: data + (blockCount == 0 ? "" : "]</script>\n").utf8)
    }

    /// Returns the tables that rows refer to, as far as they are new.
    private func tables(after known: Mark) -> [(String, JSON)] {
        [
            ("names", .array(names.entries[known.names...].map { .string($0) })),
            ("ends", .array(ends.entries[known.ends...].map { .count($0) })),
            (
                "causes",
                .array(
                    causes.entries.indices[known.causes...].map { place in
                        let cause = causes.entries[place]
                        return [
                            .string(cause.command), .count(cause.launch), cause.parent.map { .count($0) } ?? .null,
                            cause.place.map { .string($0) } ?? .null, answered[place].map { .count($0) } ?? .null,
                        ]
                    })
            ),
            ("places", .array(places.entries[known.places...].map { .string($0) })),
        ]
    }
}

extension Inspection {
    /// The last step in a page, the offset of its row, and the sizes of the tables.
    private struct Mark {
        var seq: UInt64
        var row = 0..<0
        var names = 0, ends = 0, causes = 0, places = 0
    }

    private mutating func mark(_ seq: UInt64, row: Range<Int>) {
        marks?.append(
            Mark(
                seq: seq, row: row, names: names.entries.count, ends: ends.entries.count,
                causes: causes.entries.count, places: places.entries.count))
        if let count = marks?.count, count > 2 * Self.marksKept { marks?.removeFirst(count - Self.marksKept - 1) }
    }

    /// Returns the update of a page that is complete up to the step `seq`, or nil if the step is too old or does not exist.
    func update(after seq: UInt64) -> [UInt8]? {
        guard let marks, let (first, last) = marks.first.map({ ($0.seq, $0.seq + UInt64(marks.count - 1)) }),
            first...last ~= seq
        else { return nil }
        let place = Int(seq - first)
        var update = Array(#"{"rows":["#.utf8)
        for mark in marks[(place + 1)...] {
            update += data[mark.row]
            update.append(UInt8(ascii: ","))
        }
        if seq < last { update.removeLast() }
        update.append(UInt8(ascii: "]"))
        for (name, entries) in tables(after: marks[place]) {
            update += ",\"\(name)\":".utf8
            entries.write(to: &update, .page)
        }
        update.append(UInt8(ascii: "}"))
        return update
    }
}

extension JSON {
    fileprivate static func count(_ number: some BinaryInteger) -> JSON { .number(Number(number)) }
}

/// Unique values in the order of their first occurrence.
private struct Table<Entry: Hashable & Sendable>: Sendable {
    private(set) var entries: [Entry] = []
    private var places: [Entry: Int] = [:]

    mutating func place(of entry: Entry) -> Int {
        if let place = places[entry] { return place }
        places[entry] = entries.count
        entries.append(entry)
        return entries.count - 1
    }
}
