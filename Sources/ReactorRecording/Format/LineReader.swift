import Reactor

/// A reader of lines in the exact syntax of ``LineWriter``. It verifies each line's check first, and then parses the members in
/// their order.
package struct LineReader {
    /// The check of the last line.
    package private(set) var crc: UInt32

    /// The call sites that were read, by number.
    package private(set) var places: [Int: String]

    /// - Parameter places: The call sites in the previous lines.
    package init(after crc: UInt32 = 0, places: [Int: String] = [:]) {
        self.crc = crc
        self.places = places
    }

    /// The length of `,"crc":"9f1c0a2b"}`.
    private static let closingCount = 18

    /// Reads a line without its newline.
    ///
    /// - Throws: ``LineError``. The next line is then expected to follow the last valid line.
    package mutating func read(_ line: [UInt8]) throws -> JournalLine {
        let (body, found) = try Self.open(line)
        let expected = line.withUnsafeBytes { CRC32C.checksum(UnsafeRawBufferPointer(rebasing: $0[body]), after: crc) }
        var scanner = LineScanner(line, in: body)
        guard found == expected else {
            // Another format may have another check, so its version is read first.
            if let format = try? scanner.integer("{\"reactor\":"), format > JournalHeader.format, crc == 0 {
                throw LineError(.otherFormat(format))
            }
            throw LineError(.wrongCheck)
        }
        let content = try scanner.line(&places)
        guard scanner.isAtEnd else { throw LineError.malformed }
        crc = found
        return content
    }

    /// Returns the possible checks before the line that follows an invalid line: the check that the invalid line contains, and
    /// its actual check.
    package static func seeds(behind line: [UInt8], after seeds: [UInt32]) -> [UInt32] {
        guard let (body, claimed) = try? open(line) else { return [] }
        return [claimed] + seeds.map { CRC32C.checksum(line[body], after: $0) }
    }

    private static func open(_ line: [UInt8]) throws -> (body: Range<Int>, crc: UInt32) {
        guard line.count > closingCount else { throw LineError(.withoutCheck) }
        let body = 0..<(line.count - closingCount)
        var scanner = LineScanner(line, in: body.upperBound..<line.count)
        guard let value = try? scanner.hex(",\"crc\":\""), scanner.skip("\"}") else { throw LineError(.withoutCheck) }
        return (body, value)
    }
}

extension LineScanner {
    fileprivate mutating func line(_ places: inout [Int: String]) throws -> JournalLine {
        if skip("{\"seq\":") { return .entry(try entry(&places)) }
        if skip("{\"check\":") { return .check(try check()) }
        return .header(try header())
    }

    // MARK: Lines, behind the first name

    private mutating func entry(_ places: inout [Int: String]) throws -> JournalEntry {
        var entry = JournalEntry(
            seq: try number(),
            number: try optional(",\"number\":") { try $0.number() },
            at: try timestamp(",\"at\":"), step: try step())
        if skip(",\"group\":[") {
            let (index, count) = (try integer(), try integer(","))
            try expect("]")
            guard 1...max(count, 1) ~= index else { throw LineError.malformed }
            entry.group = GroupPlace(index: index, count: count)
        }
        if skip(",\"cause\":{\"command\":") { entry.cause = try cause(&places) }
        entry.launchedAt = try optional(",\"launched\":") { try $0.timestamp() }
        entry.place = try place(&places)
        if skip(",\"event\":") {
            var event = try eventHead()
            event.payload = try rest()
            entry.event = event
        } else if case .event = entry.step {
            throw LineError.malformed
        }
        return entry
    }

    private mutating func check() throws -> JournalCheck {
        var check = JournalCheck(seq: try number())
        check.digest = try optional(",\"digest\":") { try $0.string() }
        check.members = try optional(",\"members\":{") {
            try $0.object("}") { scanner in
                let check = try scanner.hex("\"")
                try scanner.expect("\"")
                return check
            }
        }
        check.synced = try optional(",\"synced\":") { try $0.number() }
        check.end = try optional(",\"end\":") { try $0.word() }
        check.isSuspended = skip(",\"suspended\":true")
        check.isResumed = skip(",\"resumed\":true")
        return check
    }

    private mutating func header() throws -> JournalHeader {
        let format = try integer("{\"reactor\":")
        guard format == JournalHeader.format else { throw LineError(.otherFormat(format)) }
        var header = JournalHeader(
            id: try string(",\"id\":"), app: try string(",\"app\":"), from: try number(",\"from\":"),
            at: try timestamp(",\"at\":"), schema: try schema(), base: [], counters: try counters(),
            isRedacted: skip(",\"redacted\":true"))
        header.segment = try optional(",\"segment\":") { try $0.integer() }
        if skip(",\"after\":\"") {
            header.after = try hex()
            try expect("\"")
        }
        try expect(",\"pending\":[")
        header.pending = try list { try $0.pending() }
        try expect(",\"base\":")
        header.base = try rest()
        return header
    }

    // MARK: Parts

    /// Reads a value if its name is next; returns nil if it is missing.
    private mutating func optional<Value>(
        _ opening: StaticString, _ read: (inout LineScanner) throws -> Value
    ) throws -> Value? {
        skip(opening) ? try read(&self) : nil
    }

    private mutating func timestamp(_ opening: StaticString = "") throws -> Timestamp {
        try expect(opening)
        guard let time = plain().flatMap({ Timestamp(text: $0) }) else { throw LineError.malformed }
        return time
    }

    /// Reads one of the words of a type.
    private mutating func word<Word: RawRepresentable<String>>() throws -> Word {
        guard let word = Word(rawValue: try string()) else { throw LineError.malformed }
        return word
    }

    private mutating func step() throws -> JournalStep {
        if skip(",\"withdraws\":[") {
            return .event(
                withdrawing: try list { PredictionID(try $0.number()) })
        }
        guard skip(",\"op\":") else { return .event() }
        let operation = try string()
        switch operation {
        case "begin": return .begin(try prediction())
        case "append": return .append(try prediction())
        case "commit": return .commit(try prediction())
        case "replace": return .replace(try prediction())
        case "rollback": return .rollback(try prediction())
        case "place":
            return .place(
                asOf: try optional(",\"mark\":") { MarkID(try $0.number()) })
        case "mark": return .mark(try mark())
        case "report": return .report(asOf: try mark())
        case "release": return .release(try mark())
        default: throw LineError(.newerStep(operation))
        }
    }

    private mutating func prediction() throws -> PredictionID { PredictionID(try number(",\"tx\":")) }

    private mutating func mark() throws -> MarkID { MarkID(try number(",\"mark\":")) }

    private mutating func cause(_ places: inout [Int: String]) throws -> JournalCause {
        let cause = JournalCause(
            command: try string(), launch: try number(",\"launch\":"),
            parent: try optional(",\"parent\":") { try $0.number() },
            event: try optional(",\"event\":") { try $0.number() },
            place: try place(&places))
        try expect("}")
        return cause
    }

    /// Reads a call site, if there is one: a number with a text, or the number alone. A number whose text was lost in an
    /// unreadable line gives nil.
    private mutating func place(_ places: inout [Int: String]) throws -> String? {
        guard skip(",\"place\":") else { return nil }
        guard skip("[") else { return places[try integer()] }
        let (number, text) = (try integer(), try string(","))
        try expect("]")
        places[number] = text
        return text
    }

    /// Reads an event up to its payload.
    private mutating func eventHead() throws -> RecordedEvent {
        let event = RecordedEvent(
            name: try string(), version: try integer(",\"v\":"), payload: [],
            gap: try optional(",\"gap\":") { try $0.word() })
        try expect(",\"payload\":")
        return event
    }

    private mutating func schema() throws -> JournalSchema {
        let state = try integer(",\"schema\":{\"state\":")
        try expect(",\"events\":{")
        return JournalSchema(
            state: state, events: try object("}}") { try $0.integer() })
    }

    private mutating func counters() throws -> JournalCounters {
        let counters = JournalCounters(
            prediction: PredictionID(try number(",\"counters\":{\"tx\":")), mark: try mark(),
            launch: try number(",\"launch\":"),
            skipped: try optional(",\"entry\":") { try $0.number() } ?? 0)
        try expect("}")
        return counters
    }

    private mutating func pending() throws -> PendingEntry {
        var pending = PendingEntry(events: [])
        try expect("{")
        if skip("\"tx\":") {
            pending.owner = .prediction(PredictionID(try number()))
        } else if skip("\"mark\":") {
            pending.owner = .mark(MarkID(try number()))
        }
        if pending.owner != nil { try expect(",") }
        if skip("\"number\":") {
            pending.number = try number()
            try expect(",")
        }
        try expect("\"events\":[")
        pending.events = try list { scanner in
            try scanner.expect("{\"event\":")
            var event = try scanner.eventHead()
            event.payload = try scanner.value()
            try scanner.expect("}")
            return event
        }
        try expect("}")
        return pending
    }

    /// Reads elements with commas between them, up to the closing bracket.
    private mutating func list<Element>(
        _ element: (inout LineScanner) throws -> Element
    ) throws -> [Element] {
        var elements: [Element] = []
        if skip("]") { return elements }
        repeat { elements.append(try element(&self)) } while skip(",")
        try expect("]")
        return elements
    }

    /// Reads members with commas between them, up to the closing text.
    private mutating func object<Value>(
        _ closing: StaticString, _ value: (inout LineScanner) throws -> Value
    ) throws -> [String: Value] {
        var members: [String: Value] = [:]
        if skip(closing) { return members }
        repeat {
            let name = try string()
            try expect(":")
            members[name] = try value(&self)
        } while skip(",")
        try expect(closing)
        return members
    }
}

/// The reason why a line cannot be read.
package enum LineFault: Hashable, Sendable {
    /// The line has no newline at its end.
    case unfinished
    /// The line does not end with a check.
    case withoutCheck
    /// The check is wrong: the line was changed, or a previous line is missing, repeated or moved.
    case wrongCheck
    /// The check is correct, and the content is not a line of this format.
    case malformed
    /// The line is longer than the limit.
    case tooLong
    /// The first line is not a header.
    case notHeader
    /// The line is a header in a wrong place.
    case misplacedHeader
    /// The number of the entry or check is not the expected one.
    case outOfSequence(found: UInt64, expected: UInt64)
    /// The line interrupts a group.
    case brokenGroup
    /// The file ends within a group.
    case unfinishedGroup
    /// The file ends here although more had been synced to disk.
    case missing
    /// The format is not supported by this library.
    case otherFormat(Int)
    /// The check is correct, and only a newer version of the library supports this step.
    case newerStep(String)
}

/// An error with a ``LineFault``.
package struct LineError: Error, Hashable {
    package let fault: LineFault

    package init(_ fault: LineFault) { self.fault = fault }

    static let malformed = LineError(.malformed)
}
