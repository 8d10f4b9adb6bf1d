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
        guard found == expected else {
            // Another format may have another check, so its version is read first.
            var scanner = LineScanner(line, in: body)
            if scanner.skip("{\"reactor\":"), let format = scanner.integer(), format > JournalHeader.format,
                crc == 0
            {
                throw LineError(.otherFormat(format))
            }
            throw LineError(.wrongCheck)
        }
        let content = try parse(line, body)
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
        guard scanner.skip(",\"crc\":\"") else { throw LineError(.withoutCheck) }
        guard let value = scanner.hex() else { throw LineError(.withoutCheck) }
        guard line[line.count - 2] == UInt8(ascii: "\""), line[line.count - 1] == UInt8(ascii: "}") else {
            throw LineError(.withoutCheck)
        }
        return (body, value)
    }

    private mutating func parse(_ line: [UInt8], _ body: Range<Int>) throws -> JournalLine {
        var scanner = LineScanner(line, in: body)
        let content: JournalLine? =
            if scanner.skip("{\"seq\":") {
                try scanner.entry(&places).map(JournalLine.entry)
            } else if scanner.skip("{\"check\":") {
                scanner.check().map(JournalLine.check)
            } else if scanner.skip("{\"reactor\":") {
                try scanner.header().map(JournalLine.header)
            } else {
                nil
            }
        guard let content, scanner.isAtEnd else { throw LineError(.malformed) }
        return content
    }
}

extension LineScanner {
    // MARK: Lines, behind their first name

    fileprivate mutating func entry(_ places: inout [Int: String]) throws -> JournalEntry? {
        guard let seq = number() else { return nil }
        var own: UInt64?
        guard read(",\"number\":", into: &own, { $0.number() }), skip(",\"at\":"), let at = timestamp(),
            let step = try step()
        else { return nil }
        var entry = JournalEntry(seq: seq, number: own, at: at, step: step)
        if skip(",\"group\":[") {
            guard let index = integer(), skip(","), let count = integer(), skip("]"), 1...max(count, 1) ~= index else {
                return nil
            }
            entry.group = GroupPlace(index: index, count: count)
        }
        guard read(",\"cause\":{\"command\":", into: &entry.cause, { $0.cause(&places) }),
            read(",\"launched\":", into: &entry.launchedAt, { $0.timestamp() }), place(&places, &entry.place)
        else { return nil }
        if skip(",\"event\":") {
            guard var event = eventHead() else { return nil }
            event.payload = rest()
            guard !event.payload.isEmpty else { return nil }
            entry.event = event
        }
        if case .event = entry.step, entry.event == nil { return nil }
        return entry
    }

    fileprivate mutating func check() -> JournalCheck? {
        guard let seq = number() else { return nil }
        var check = JournalCheck(seq: seq)
        guard read(",\"digest\":", into: &check.digest, { $0.string() }),
            read(",\"members\":{", into: &check.members, { $0.members() }),
            read(",\"synced\":", into: &check.synced, { $0.number() }),
            read(",\"end\":", into: &check.end, { $0.string().flatMap(JournalCheck.End.init(rawValue:)) })
        else { return nil }
        check.isSuspended = skip(",\"suspended\":true")
        check.isResumed = skip(",\"resumed\":true")
        return check
    }

    fileprivate mutating func header() throws -> JournalHeader? {
        guard let format = integer() else { return nil }
        guard format == JournalHeader.format else { throw LineError(.otherFormat(format)) }
        guard skip(",\"id\":"), let id = string(), skip(",\"app\":"), let app = string(), skip(",\"from\":"),
            let from = number(), skip(",\"at\":"), let at = timestamp(), skip(",\"schema\":{\"state\":"),
            let schema = schema(), skip(",\"counters\":{\"tx\":"), let prediction = number(), skip(",\"mark\":"),
            let mark = number(), skip(",\"launch\":"), let launch = number()
        else { return nil }
        var skipped: UInt64?
        guard read(",\"entry\":", into: &skipped, { $0.number() }), skip("}") else { return nil }
        let isRedacted = skip(",\"redacted\":true")
        var segment: Int?
        var after: UInt32?
        guard read(",\"segment\":", into: &segment, { $0.integer() }),
            read(",\"after\":\"", into: &after, { $0.hex() }), after == nil || skip("\""),
            skip(",\"pending\":["), let pending = pending(), skip(",\"base\":")
        else { return nil }
        let base = rest()
        guard !base.isEmpty else { return nil }
        return JournalHeader(
            id: id, app: app, from: from, at: at, schema: schema, base: base, pending: pending,
            counters: JournalCounters(
                prediction: PredictionID(prediction), mark: MarkID(mark), launch: launch, skipped: skipped ?? 0),
            isRedacted: isRedacted, segment: segment, after: after)
    }

    // MARK: Parts

    /// Reads a value if its name is next; returns false if the value is missing.
    private mutating func read<Value>(
        _ name: StaticString, into value: inout Value?, _ read: (inout LineScanner) -> Value?
    ) -> Bool {
        guard skip(name) else { return true }
        value = read(&self)
        return value != nil
    }

    private mutating func members() -> [String: UInt32]? {
        var members: [String: UInt32] = [:]
        if skip("}") { return members }
        repeat {
            guard let name = string(), skip(":\""), let check = hex(), skip("\"") else { return nil }
            members[name] = check
        } while skip(",")
        return skip("}") ? members : nil
    }

    private mutating func timestamp() -> Timestamp? { plain().flatMap { Timestamp(text: $0) } }

    private mutating func step() throws -> JournalStep? {
        if skip(",\"withdraws\":[") {
            return list { $0.number().map { PredictionID($0) } }.map { .event(withdrawing: $0) }
        }
        guard skip(",\"op\":") else { return .event() }
        guard let operation = string() else { return nil }
        switch operation {
        case "begin", "append", "commit", "replace", "rollback":
            guard skip(",\"tx\":"), let id = number().map({ PredictionID($0) }) else { return nil }
            switch operation {
            case "begin": return .begin(id)
            case "append": return .append(id)
            case "commit": return .commit(id)
            case "replace": return .replace(id)
            default: return .rollback(id)
            }
        case "place":
            guard skip(",\"mark\":") else { return .place(asOf: nil) }
            return number().map { .place(asOf: MarkID($0)) }
        case "mark", "report", "release":
            guard skip(",\"mark\":"), let id = number().map({ MarkID($0) }) else { return nil }
            return operation == "mark" ? .mark(id) : operation == "report" ? .report(asOf: id) : .release(id)
        default: throw LineError(.newerStep(operation))
        }
    }

    private mutating func cause(_ places: inout [Int: String]) -> JournalCause? {
        guard let command = string(), skip(",\"launch\":"), let launch = number() else { return nil }
        var (parent, event): (UInt64?, UInt64?)
        var place: String?
        guard read(",\"parent\":", into: &parent, { $0.number() }), read(",\"event\":", into: &event, { $0.number() }),
            self.place(&places, &place), skip("}")
        else { return nil }
        return JournalCause(command: command, launch: launch, parent: parent, event: event, place: place)
    }

    /// Reads a call site, if there is one: a number with a text, or the number alone. A number whose text was lost in an
    /// unreadable line gives nil.
    ///
    /// - Returns: Whether the syntax is valid.
    private mutating func place(_ places: inout [Int: String], _ place: inout String?) -> Bool {
        guard skip(",\"place\":") else { return true }
        if skip("[") {
            guard let number = integer(), skip(","), let text = string(), skip("]") else { return false }
            places[number] = text
            place = text
            return true
        }
        guard let number = integer() else { return false }
        place = places[number]
        return true
    }

    /// Reads an event up to its payload.
    private mutating func eventHead() -> RecordedEvent? {
        guard let name = string(), skip(",\"v\":"), let version = integer() else { return nil }
        var event = RecordedEvent(name: name, version: version, payload: [])
        if skip(",\"gap\":") {
            guard let gap = string().flatMap(RecordedEvent.Gap.init(rawValue:)) else { return nil }
            event.gap = gap
        }
        return skip(",\"payload\":") ? event : nil
    }

    private mutating func schema() -> JournalSchema? {
        guard let state = integer(), skip(",\"events\":{") else { return nil }
        var schema = JournalSchema(state: state)
        if skip("}}") { return schema }
        repeat {
            guard let name = string(), skip(":"), let version = integer() else { return nil }
            schema.events[name] = version
        } while skip(",")
        return skip("}}") ? schema : nil
    }

    private mutating func pending() -> [PendingEntry]? {
        list { scanner in
            var pending = PendingEntry(events: [])
            guard scanner.skip("{") else { return nil }
            if scanner.skip("\"tx\":") {
                guard let id = scanner.number(), scanner.skip(",") else { return nil }
                pending.owner = .prediction(PredictionID(id))
            } else if scanner.skip("\"mark\":") {
                guard let id = scanner.number(), scanner.skip(",") else { return nil }
                pending.owner = .mark(MarkID(id))
            }
            if scanner.skip("\"number\":") {
                pending.number = scanner.number()
                guard pending.number != nil, scanner.skip(",") else { return nil }
            }
            guard scanner.skip("\"events\":["),
                let events = scanner.list({ scanner -> RecordedEvent? in
                    guard scanner.skip("{\"event\":"), var event = scanner.eventHead(),
                        let payload = scanner.value(), scanner.skip("}")
                    else { return nil }
                    event.payload = payload
                    return event
                }), scanner.skip("}")
            else { return nil }
            pending.events = events
            return pending
        }
    }

    /// Reads elements with commas between them, up to the closing bracket.
    private mutating func list<Element>(_ element: (inout LineScanner) -> Element?) -> [Element]? {
        var elements: [Element] = []
        if skip("]") { return elements }
        repeat {
            guard let next = element(&self) else { return nil }
            elements.append(next)
        } while skip(",")
        return skip("]") ? elements : nil
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
}
