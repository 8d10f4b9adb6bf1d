import Reactor
import ReactorRecording

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Counts, and writes a journal of it until it is killed. The script `.ci/kill` does the killing.
///
///     journal-kill write FOLDER process|grouped|durable
///     journal-kill check FOLDER ACKNOWLEDGED
///
/// `write` says `durable N` whenever the first N numbers were acknowledged. `check` reads what is there and fails when a
/// number is missing, repeated, out of order or not whole with its group.
@main
struct JournalKill {
    static func main() async {
        let arguments = CommandLine.arguments
        do {
            switch (arguments.count, arguments.dropFirst().first) {
            case (4, "write"): try await write(arguments[2], durability(arguments[3]))
            case (4, "check"): try check(arguments[2], acknowledged: Int(arguments[3]) ?? .max)
            default: fail("usage: journal-kill write FOLDER process|grouped|durable | check FOLDER ACKNOWLEDGED", 2)
            }
        } catch {
            fail("\(error)", 1)
        }
    }

    private static func durability(_ name: String) -> Durability {
        switch name {
        case "process": .process
        case "grouped": .grouped(every: .milliseconds(3))
        default: .durable
        }
    }

    private static func write(_ folder: String, _ durability: Durability) async throws {
        let configuration = JournalConfiguration(
            app: "journal-kill", durability: durability, rotation: Rotation(entries: 700), checkEvery: 100)
        let opening = try await Journal.open(folder, configuration, into: Count()) { count, line in
            switch line {
            case .header(let header): count.number = Int(String(decoding: header.base, as: UTF8.self)) ?? -1
            case .entry: count.number += 1
            case .check: break
            }
        }
        let start = opening.value
        let header = JournalHeader(
            id: "", app: "", at: .wallClock(), schema: JournalSchema(), base: Array("0".utf8))
        let journal = try await opening.start(.count, id: "kill", header: opening.header == nil ? header : nil)
        let record = LedgerRecord(
            base: start, entries: [], lastPrediction: PredictionID(0), lastMark: MarkID(0))
        let core = Core<Count>(resuming: record, recorder: journal.recorder(.count))
        say("durable \(start.number)")
        var next = start.number
        while true {
            for _ in 0..<(next % 7 + 1) {
                if next % 5 == 0 {
                    core.fire(events: (0..<3).map { Counted(number: next + $0) })
                    next += 3
                } else {
                    core.fire(event: Counted(number: next))
                    next += 1
                }
            }
            await core.settled()
            try await journal.durable()
            say("durable \(next)")
        }
    }

    private static func check(_ folder: String, acknowledged: Int) throws {
        var reader = try RecordingReader(path: folder)
        var next = 0
        while let line = try reader.next() {
            switch line {
            case .header(let header): next = Int(String(decoding: header.base, as: UTF8.self)) ?? -1
            case .entry(let entry):
                let number = entry.event.flatMap { Int(String(decoding: $0.payload, as: UTF8.self)) }
                if number != next { fail("\(number ?? -1) stands where \(next) belongs", 1) }
                next += 1
            case .check: break
            }
        }
        if next < acknowledged { fail("\(acknowledged) were acknowledged, and \(next) are there", 1) }
        say("\(next)\(reader.torn == nil ? "" : " torn")")
    }

    private static func say(_ text: String) {
        let line = Array("\(text)\n".utf8)
        var done = 0
        while done < line.count {
            let count = line[done...].withUnsafeBytes { systemWrite(1, $0.baseAddress, $0.count) }
            if count < 0 { exit(1) }
            done += count
        }
    }

    private static func fail(_ text: String, _ status: Int32) -> Never {
        let line = Array("journal-kill: \(text)\n".utf8)
        _ = line.withUnsafeBytes { systemWrite(2, $0.baseAddress, $0.count) }
        exit(status)
    }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

private struct Count: State {
    var number = 0

    mutating func react(to event: any Event) {
        if event is Counted { number += 1 }
    }
}

private struct Counted: Event {
    var number: Int
}

extension JournalContent {
    fileprivate static let count = JournalContent(schema: JournalSchema(events: ["counted": 1])) { event in
        RecordedEvent(name: "counted", payload: Array("\((event as? Counted)?.number ?? -1)".utf8))
    }
}

extension JournalEncoding<Count> {
    fileprivate static let count = JournalEncoding<Count>(
        state: { Array("\($0.number)".utf8) }, digest: { String(decoding: $0, as: UTF8.self) }, content: .count)
}
