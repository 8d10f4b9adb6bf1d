import ReactorRecording

/// A recording made into one page that a browser opens: every event, every state, and what led to what.
///
/// Each step is kept as what changed, already in the page's form, so a hundred thousand events take the space of their
/// payloads and changes, not of a hundred thousand states.
///
/// ```swift
/// import ReactorRecording
///
/// func page<App>(of recording: RecordingFile, _ catalog: EventCatalog<App>) throws -> [UInt8] {
///     try Inspection(of: recording, catalog: catalog).page()     // one HTML file: no request leaves it
/// }
/// ```
public struct Inspection: Sendable {
    /// What the recording says of itself.
    let facts: RecordingFacts
    /// How many steps were appended.
    private(set) var count = 0
    /// The state after the last step, with what is secret blotted out.
    private(set) var state: JSON
    /// How the recording ended, and what the program was at work on then.
    private var ending = JournalEnding.notKnown
    private var inFlight: UnexpectedEnd.Step?

    private let redactor: Redactor?
    private let base: JSON
    private var lastTime: Int64
    private var names = Table<String>()
    private var causes = Table<InspectedStep.Cause>()
    /// The entries whose events reactions answered, by the places of the commands that they started.
    private var answered: [Int: UInt64] = [:]
    private var places = Table<String>()
    /// The places of the names under which ends of commands are recorded.
    private var ends = Table<Int>()
    private var data: [UInt8] = []
    private var blockCount = 0

    /// How many steps one block of the page's data holds.
    private static let blockSize = 2_000

    /// An inspection of a recording that begins with the state `base`. What `redactor` names never reaches the page.
    package init(of facts: RecordingFacts, base: JSON, redactor: Redactor? = nil) {
        self.facts = facts
        self.redactor = redactor
        self.base = redactor?.state(base) ?? base
        state = self.base
        lastTime = facts.start
    }

    /// Takes the next step. O(size of the states before and after it).
    package mutating func append(_ step: InspectedStep) {
        let step = redactor?.step(step) ?? step
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
            // One more than the milliseconds since its command was launched: 0 stands for what is not known.
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
        JSON.array(row).write(to: &data, .page)
        blockCount += 1
        count += 1
    }

    /// One place a launch: only its first entry says what it was because of.
    private mutating func place(of cause: InspectedStep.Cause) -> Int {
        var launch = cause
        launch.event = nil
        let place = causes.place(of: launch)
        if let event = cause.event { answered[place] = event }
        return place
    }

    /// Takes how the recording ended, and of a program that did not close it what it was at work on.
    mutating func end(_ ending: JournalEnding, _ unexpectedEnd: UnexpectedEnd?) {
        (self.ending, inFlight) = (ending, unexpectedEnd?.inFlight)
    }

    /// The page: one file that holds everything, with a policy under which a browser lets nothing leave it.
    public func page() -> [UInt8] {
        var header: JSON = [
            "id": .string(facts.id), "app": .string(facts.app), "from": .count(facts.from),
            "start": .count(facts.start),
            "schema": facts.schemaJSON, "versions": facts.versionsJSON, "redacted": .bool(redactor != nil),
            "names": .array(names.entries.map { .string($0) }), "ends": .array(ends.entries.map { .count($0) }),
            "causes": .array(
                causes.entries.enumerated().map { place, cause in
                    [
                        .string(cause.command), .count(cause.launch), cause.parent.map { .count($0) } ?? .null,
                        cause.place.map { .string($0) } ?? .null, answered[place].map { .count($0) } ?? .null,
                    ]
                }),
            "places": .array(places.entries.map { .string($0) }),
        ]
        if ending != .notKnown {
            var end: JSON = ["kind": .string("\(ending)")]
            end["inFlight"] = inFlight.map { [.count($0.seq), .string($0.event ?? "")] }
            header["ending"] = end
        }
        return InspectorPage.assembled(
            header: header, base: base, blocks: data + (blockCount == 0 ? "" : "]</script>\n").utf8)
    }
}

extension JSON {
    fileprivate static func count(_ number: some BinaryInteger) -> JSON { .number(Number(number)) }
}

/// Values in the order in which they came, each once.
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
