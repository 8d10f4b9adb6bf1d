import Reactor
import ReactorPlatform
import ReactorRecording

/// Counts, and writes a journal of it until it is killed, or until it crashes. The script `Tests/Kills/journal` does the killing.
///
///     journal-kill write FOLDER process|grouped|durable [position|payload [trap|memory|segv|killed NUMBER]]
///     journal-kill turns FOLDER owner|beside
///     journal-kill check FOLDER ACKNOWLEDGED [turns]
///     journal-kill crashed FOLDER position|payload NUMBER
///
/// `write` prints `durable N` whenever the first N numbers were acknowledged; with a way to crash it crashes in `react(to:)`,
/// at that number. `turns` writes as well, and suspends the journal after each acknowledgement, so that several processes
/// alternate in one folder. Predictions are resolved while the journal is suspended and after that. It fails if it has a lock
/// in the meantime, or if an acknowledged entry is not in the folder under its number, and prints `found` if the other process
/// has written. The `owner` adopts the pending predictions in the folder. It fails if one of its own predictions is no longer
/// pending, or is reported as misused. A process with the role `beside` leaves pending predictions to the owner. `check` reads
/// the folder. It fails if a number is missing, repeated, out of order or in an incomplete group, if a prediction is begun
/// twice, or resolved but not pending, and if the flight recorder contradicts the journal. With `turns` the flight recorder may
/// begin later: after a resumption it does not contain the steps that waited in memory while the journal was suspended.
/// `crashed` fails unless that number was in flight, and with payloads unless all earlier entries are there.
@main
struct JournalKill {
    static func main() async {
        let arguments = CommandLine.arguments
        do {
            switch (arguments.count, arguments.dropFirst().first) {
            case (4, "write"): try await write(arguments[2], durability(arguments[3]), .off)
            case (5, "write"): try await write(arguments[2], durability(arguments[3]), level(arguments[4]))
            case (7, "write"):
                guard let way = Count.Crash.Way(rawValue: arguments[5]), let number = Int(arguments[6]) else {
                    fail("\(arguments[5]) \(arguments[6]) is no crash", 2)
                }
                let crash = Count.Crash(way: way, number: number)
                try await write(arguments[2], durability(arguments[3]), level(arguments[4]), crash)
            case (4, "turns"): try await takeTurns(arguments[2], isOwner: arguments[3] == "owner")
            case (4, "check"), (5, "check"):
                try check(arguments[2], acknowledged: Int(arguments[3]) ?? .max, isSuspended: arguments.last == "turns")
            case (5, "crashed"):
                try crashed(arguments[2], payload: arguments[3] == "payload", number: Int(arguments[4]) ?? -1)
            default: fail("usage: journal-kill write|turns|check|crashed FOLDER …; see its source", 2)
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

    private static func level(_ name: String) -> FlightRecorder { name == "payload" ? .payload() : .position }

    private static func write(
        _ folder: String, _ durability: Durability, _ flight: FlightRecorder, _ crash: Count.Crash? = nil
    ) async throws {
        let configuration = JournalConfiguration(
            app: "journal-kill", durability: durability, rotation: Rotation(entries: 700), checkEvery: 100,
            flight: flight)
        let opening = try await Journal.open(folder, configuration, into: Count(), Count.read)
        var start = opening.value
        start.crash = crash
        let header = JournalHeader(
            id: "", app: "", at: .wallClock(), schema: JournalSchema(), base: Array("0".utf8))
        let journal = try await opening.start(.count, id: "kill", header: opening.header == nil ? header : nil)
        let core = Core<Count>(resuming: start.record, recorder: journal.recorder(.count))
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

    private static func takeTurns(_ folder: String, isOwner: Bool) async throws {
        let configuration = JournalConfiguration(
            app: "journal-kill", durability: .grouped(every: .milliseconds(3)), rotation: Rotation(entries: 300),
            checkEvery: 50, waitForWriter: .seconds(20))
        var runtime = Runtime.live
        // A later owner may adopt the predictions of a process with the role `beside`, and that is reported. No process adopts
        // those of the owner.
        runtime.report = { if isOwner { fail("\($0)", 1) } }
        let opened = try await Core.open(
            journal: folder, initial: Tally(), catalog: Tally.catalog, configuration: configuration,
            leavesPending: !isOwner, runtime: runtime)
        for left in opened.pending { left.prediction.rollback() }
        let core = opened.core
        while true {
            let start = await core.read { $0.number }
            let burst = start % 7 + 1
            let (before, behind) = (core.predict(Guessed()), core.predict(Guessed()))
            core.fire(events: (0..<burst).map { Counted(number: start + $0) as any Event })
            await core.settled()
            try await opened.journal.durable()
            try check(folder, holds: start + burst, at: opened.journal.lastSeq)
            say("durable \(start + burst)")
            try await opened.suspend()
            try checkNothingIsLocked()
            // One prediction is resolved while the journal is suspended, one after that, and one is begun in the meantime.
            let meanwhile = core.predict(Guessed())
            start.isMultiple(of: 2) ? before.commit() : before.commit(with: [Guessed()])
            // A process that waits for the lock tries it every ten milliseconds, and sometimes gets it.
            try await RuntimeClock(.continuous).sleep(for: .milliseconds(start % 7 == 1 ? 1 : 15))
            try checkNothingIsLocked()
            if try await opened.resume() != nil { say("found what the other wrote") }
            if isOwner, case let pending = Set(await core.pending), !pending.isSuperset(of: [behind.id, meanwhile.id]) {
                fail("of \(behind.id) and \(meanwhile.id), which nobody has resolved, not both are in \(pending)", 1)
            }
            start.isMultiple(of: 3) ? behind.rollback() : behind.commit()
            meanwhile.commit()
        }
    }

    /// A process reads the folder while it is written, as a widget does.
    private static func check(_ folder: String, holds number: Int, at seq: UInt64) throws {
        var read = try Replay(of: RecordingFile(lastSegmentOf: folder), catalog: Tally.catalog)
        let (found, last) = (read.state.number, read.seq)
        if found != number || last != seq {
            fail("\(number) are said to be written up to entry \(seq), and \(found) are, up to \(last)", 1)
        }
    }

    /// By the system's information about each file that this process has open.
    private static func checkNothingIsLocked() throws {
        for descriptor in 0..<256 {
            let info = open("/proc/self/fdinfo/\(descriptor)", O_RDONLY)
            if info < 0 { continue }
            defer { close(info) }
            var text = [UInt8](repeating: 0, count: 4_096)
            let count = text.withUnsafeMutableBytes { read(info, $0.baseAddress, $0.count) }
            let lines = String(decoding: text.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
            if let lock = lines.first(where: { $0.hasPrefix("lock:") }) { fail("\(lock) is held while suspended", 1) }
        }
    }

    private static func check(_ folder: String, acknowledged: Int, isSuspended: Bool) throws {
        var reader = try RecordingReader(path: folder)
        var next = 0
        var predictions = Predictions()
        while let line = try reader.next() {
            switch line {
            case .header(let header):
                next = Int(String(decoding: header.base, as: UTF8.self)) ?? -1
                next += header.pending.reduce(0) { $0 + $1.events.count { $0.name == "counted" } }
                if let fault = predictions.fault(in: header) { fail(fault, 1) }
            case .entry(let entry):
                if let fault = predictions.fault(in: entry) { fail(fault, 1) }
                guard entry.event?.name == "counted" else { continue }
                if entry.number != next { fail("\(entry.number ?? -1) stands where \(next) belongs", 1) }
                next += 1
            case .check: break
            }
        }
        if next < acknowledged { fail("\(acknowledged) were acknowledged, and \(next) are there", 1) }
        let flight = try UnexpectedEnd(in: folder).map { try checked($0, behind: next, isSuspended) } ?? ""
        say("\(next)\(reader.torn == nil ? "" : " torn")\(flight)")
    }

    /// The steps in the flight recorder continue at the end of the journal.
    private static func checked(_ end: UnexpectedEnd, behind next: Int, _ isSuspended: Bool) throws -> String {
        let first = max(end.seq + 1, isSuspended ? end.missing.first?.seq ?? 0 : 0)
        for (index, step) in end.missing.enumerated() where step.seq != first + UInt64(index) {
            fail("step \(step.seq) stands where \(first + UInt64(index)) belongs", 1)
        }
        for (index, entry) in end.entries.enumerated() where entry.number != next + index {
            fail("\(entry.number ?? -1) is in the flight recorder where \(next + index) belongs", 1)
        }
        // The end of a prediction has no event, and calls the reducer.
        if let event = end.inFlight?.event, event != "counted" { fail("\(event) is in flight", 1) }
        if let step = end.inFlight, let last = end.missing.last, step != last {
            fail("what is in flight is not last", 1)
        }
        return "\(end.inFlight == nil ? "" : " flying")\(end.missing.isEmpty ? "" : " missing")"
    }

    private static func crashed(_ folder: String, payload: Bool, number: Int) throws {
        guard let end = try UnexpectedEnd(in: folder) else { fail("the end is not known to be unexpected", 1) }
        let seq = UInt64(number) + 1
        guard end.inFlight == UnexpectedEnd.Step(seq: seq, event: "counted") else {
            fail("\(end.inFlight.map { "\($0)" } ?? "nothing") is in flight instead of entry \(seq)", 1)
        }
        if end.seq < seq {
            guard end.missing.count == Int(seq - end.seq) else { fail("\(end.missing.count) steps are missing", 1) }
            let last = end.entries.last?.number
            if payload && (last != number || end.entries.count != end.missing.count) {
                fail("\(last ?? -1) is the last payload instead of \(number)", 1)
            }
        }
        say("\(end.seq)")
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

private struct Count: State {
    /// The way in which this program ends, and the number at which it does.
    struct Crash {
        enum Way: String { case trap, memory, segv, killed }

        var way: Way
        var number: Int

        func end() {
            switch way {
            case .trap: fatalError("a defect in react(to:)")
            case .memory: UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
            case .segv: raise(SIGSEGV)
            case .killed: kill(getpid(), SIGKILL)
            }
        }
    }

    var number = 0
    var crash: Crash?

    var record: LedgerRecord<Count> {
        LedgerRecord(base: self, entries: [], lastPrediction: PredictionID(0), lastMark: MarkID(0))
    }

    /// Counts a line of a journal.
    @Sendable static func read(_ count: inout Count, _ line: JournalLine) throws -> Bool {
        switch line {
        case .header(let header): count.number = Int(String(decoding: header.base, as: UTF8.self)) ?? -1
        case .entry: count.number += 1
        case .check: break
        }
        return true
    }

    mutating func react(to event: any Event) {
        guard let event = event as? Counted else { return }
        if let crash, crash.number == event.number { crash.end() }
        number += 1
    }
}

extension JournalEntry {
    fileprivate var number: Int? { event.flatMap { Int(String(decoding: $0.payload, as: UTF8.self)) } }
}

private struct Counted: Event, Codable {
    var number: Int

    init(number: Int) { self.number = number }
    init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(Int.self) }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }
}

private struct Guessed: Event {}

/// The common counter of processes that alternate.
private struct Tally: State, Codable {
    var number = 0

    init() {}
    init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(Int.self) }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }

    mutating func react(to event: any Event) { if event is Counted { number += 1 } }

    static let catalog = EventCatalog<Tally>(events: [
        .event(Counted.self, as: "counted"), .empty(Guessed(), as: "guessed"),
    ])
}

/// The predictions of a journal: each is begun once, and resolved once at most.
private struct Predictions {
    private var pending: Set<PredictionID> = []
    private var begun: Set<PredictionID>?

    mutating func fault(in header: JournalHeader) -> String? {
        let held = Set(
            header.pending.compactMap { if case .prediction(let id) = $0.owner { id } else { nil } })
        defer { (pending, begun) = (held, begun ?? held) }
        return begun == nil || held == pending ? nil : "\(held) are pending in a header where \(pending) belong"
    }

    mutating func fault(in entry: JournalEntry) -> String? {
        switch entry.step {
        case .begin(let id):
            pending.insert(id)
            return begun?.insert(id).inserted == false ? "\(id) is begun twice" : nil
        case .commit(let id), .replace(let id), .rollback(let id):
            return pending.remove(id) == nil ? "\(id) is resolved, and not pending" : nil
        default: return nil
        }
    }
}

extension JournalContent {
    fileprivate static let count = JournalContent(
        schema: JournalSchema(events: ["counted": 1]), name: { _ in "counted" }
    ) { event in
        RecordedEvent(name: "counted", payload: Array("\((event as? Counted)?.number ?? -1)".utf8))
    }
}

extension JournalEncoding<Count> {
    fileprivate static let count = JournalEncoding<Count>(
        state: { Array("\($0.number)".utf8) }, digest: { String(decoding: $0, as: UTF8.self) }, content: .count)
}
