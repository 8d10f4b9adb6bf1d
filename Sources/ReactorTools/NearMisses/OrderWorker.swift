import Reactor
import ReactorRecording

/// Folds sessions in other orders for another program: `near-misses --stdin`.
///
/// It reads lines, and answers each:
///
/// | asked | answered |
/// |---|---|
/// | `{"begin": name, "without": [numbers], "bytes": N}` and the N bytes of a recording | `{"broken": [names]}` |
/// | `{"exchange": moment, "order": runs, "ends": bool, "reach": N}` | `{}`, or `{"end": moment}` with `broken` or `place` |
/// | `{"breaks": name, "order": runs}` | `{}` or `{"seq": N}` |
///
/// Where a recording does not replay the answer is `{"error": text}`.
struct OrderWorker<StateType: State & Codable> {
    private let line: WorkerLine
    private let folds: OrderFolds<Witnessed<StateType>>

    init(_ catalog: EventCatalog<StateType>, invariants: [Invariant<StateType>], note: String?) throws(MinimiseError) {
        line = try WorkerLine(catalog, note: note)
        folds = OrderFolds(
            catalog: catalog.wrapping(in: Witnessed<StateType>.self), invariants: invariants.map(\.witnessed),
            noting: line.page)
    }

    /// Works until standard input ends.
    func run() {
        line.run { line, input in
            guard let request = try? JSON(parsing: line) else { return nil }
            do {
                if let count = request["bytes"]?.int {
                    guard let bytes = input.read(count) else { return nil }
                    return try begin(Recording(bytes: bytes, named: request["begin"]?.string ?? ""), request)
                }
                return try answer(request)
            } catch {
                return ["error": .string("\(error)")]
            }
        }
    }

    private func begin(_ recording: Recording, _ request: JSON) throws -> JSON {
        let draft = try RecordingDraft(of: recording)
        let absent = Set((request["without"]?.array ?? []).compactMap(\.int))
        let moments = draft.groups.map { Array(draft.entries[$0]) }
        return ["broken": .array(try folds.begin(draft.header, moments, without: absent).map { .string($0) })]
    }

    private func answer(_ request: JSON) throws -> JSON {
        let order = [Int](runs: request["order"])
        if let earlier = request["exchange"]?.int {
            let exchange = Exchange(
                earlier: earlier, order: order, asksTheEnd: request["ends"]?.bool ?? false,
                reach: request["reach"]?.int ?? 0)
            guard let (kind, end) = try folds.verdict(exchange) else { return [:] }
            var answer: JSON = ["end": .number(JSON.Number(end))]
            if case .broken(let name) = kind { answer["broken"] = .string(name) }
            if case .ends(let place) = kind { answer["place"] = .string(place) }
            return answer
        }
        let seq = try folds.entry(breaking: request["breaks"]?.string ?? "", in: order)
        return seq.map { ["seq": .number(JSON.Number($0))] } ?? [:]
    }
}

/// Has a worker fold, which may die, or not return from `react(to:)`. It is started again behind that.
package final class WorkerFolds: OrderJudge {
    private let command: WorkerCommand
    private let notes: String
    private let limit: Duration
    private let invariants: [String]
    private let worker: WorkerProcess
    /// What the worker begins with when it is started again.
    private var recording: [UInt8] = []
    private var absent: Set<Int> = []
    /// The first entry of each moment.
    private var firsts: [UInt64] = []
    /// Whether the worker that runs has begun.
    private var hasBegun = false

    /// - Parameters:
    ///   - command: the tool of the app, up to the word `near-misses`.
    ///   - invariants: the names of the tool's.
    ///   - folder: where workers note what they are about to do.
    ///   - limit: so long may a worker be at one event. Once one was found that hangs, others have a tenth of it.
    package init(
        _ command: WorkerCommand, invariants: [String], notes folder: String, limit: Duration
    ) throws(MinimiseError) {
        (self.command, notes, self.limit, self.invariants) = (command, folder, limit, invariants)
        var command = command
        command.arguments += ["near-misses"]
        worker = try WorkerProcess(command, notes: folder, limit: limit)
    }

    /// What became of a question.
    private enum Reply {
        case said(JSON)
        /// The number of the entry, of those that were folded.
        case stopped(CrashJudge.Crash, seq: UInt64)
        /// An invariant of this number ended the program, asked behind an entry.
        case invariant(Int, seq: UInt64)
    }

    /// The session does not replay. It is the same in any process, and has its type there.
    struct Refused: Error { let reason: String }

    func begin(_ session: inout RecordedSession, _ report: inout NearMissReport) throws {
        worker.limit = limit
        absent = []
        while true {
            recording = session.draft.bytes()
            switch try beginning() {
            case .said(let answer):
                if let error = answer["error"]?.string { throw Refused(reason: error) }
                report.brokenAsRecorded += (answer["broken"]?.array ?? []).compactMap(\.string)
                firsts = session.moments.map { $0.entries[0].seq }
                return
            case .invariant(let index, _):
                absent.insert(index)
                report.brokenAsRecorded.append(invariants[index])
            case .stopped(let crash, let seq):
                guard let moment = session.moment(of: seq) else { throw ended("It stopped at no entry.") }
                let first = session.moments[moment]
                report.stoppedAsRecorded = NearMissReport.Stopped(
                    seq: first.named.seq + seq - first.entries[0].seq, crash: crash)
                session.cut(before: moment)
            }
        }
    }

    /// How many moments there are up to an entry.
    private func moments(upTo seq: UInt64) -> Int { firsts.count { $0 <= seq } }

    private func beginning() throws -> Reply {
        let request: JSON = [
            "begin": "session", "without": .array(absent.sorted().map { .number(JSON.Number($0)) }),
        ]
        try worker.ask(request, recording)
        let reply = try reply()
        if case .said = reply { hasBegun = true }
        return reply
    }

    func verdict(_ exchange: Exchange) throws -> (kind: NearMiss.Kind, end: Int)? {
        let reply = try ask([
            "exchange": .number(JSON.Number(exchange.earlier)), "order": exchange.order.runs,
            "ends": .bool(exchange.asksTheEnd), "reach": .number(JSON.Number(exchange.reach)),
        ])
        switch reply {
        case .said(let answer):
            guard let end = answer["end"]?.int else { return nil }
            if let name = answer["broken"]?.string { return (.broken(name), end) }
            return (.ends(place: answer["place"]?.string ?? ""), end)
        case .invariant(let index, let seq): return (.broken(invariants[index]), moments(upTo: seq))
        case .stopped(let crash, let seq): return (.stops(crash), moments(upTo: seq))
        }
    }

    func hits(of kind: NearMiss.Kind, in session: RecordedSession) throws -> ([Int]) throws -> UInt64? {
        guard case .stops = kind else { return { try self.entry(breaking: kind, in: $0) } }
        let judge = try CrashJudge(command, notes: notes, limit: limit)
        return { try judge.judge(session.draft(of: $0)) }
    }

    private func entry(breaking kind: NearMiss.Kind, in order: [Int]) throws -> UInt64? {
        guard case .broken(let name) = kind else { return nil }
        switch try ask(["breaks": .string(name), "order": order.runs]) {
        case .said(let answer): return answer["seq"]?.int.map(UInt64.init)
        case .invariant(let index, let seq) where invariants[index] == name: return seq
        case .invariant, .stopped: return nil
        }
    }

    // MARK: The worker

    private func ask(_ request: JSON) throws -> Reply {
        if !hasBegun {
            guard case .said = try beginning() else { throw ended("It stopped where it did not before.") }
        }
        try worker.ask(request)
        let reply = try reply()
        if case .said(let answer) = reply, let error = answer["error"]?.string { throw ended(error) }
        return reply
    }

    private func reply() throws -> Reply {
        switch try worker.answer() {
        case .line(let line):
            guard let answer = try? JSON(parsing: line) else { throw ended("Its line is no answer.") }
            return .said(answer)
        case .ended(let code):
            hasBegun = false
            throw ended("It ended with the code \(code).")
        case .died(let signal, let note):
            hasBegun = false
            return try stopped(CrashJudge.Crash(signal: signal, event: note.event, place: note.place), note)
        case .hung(let note):
            hasBegun = false
            worker.limit = max(min(limit, .seconds(1)), limit / 10)
            return try stopped(CrashJudge.Crash(signal: nil, event: note.event, place: 0), note)
        }
    }

    private func stopped(_ crash: CrashJudge.Crash, _ note: EventNote.Content) throws -> Reply {
        if let index = note.invariant, invariants.indices.contains(index) { return .invariant(index, seq: note.seq) }
        guard note.seq > 0 else { throw ended("It stopped in front of the first entry.") }
        return .stopped(crash, seq: note.seq)
    }

    private func ended(_ reason: String) -> MinimiseError { .worker(program: "The worker", reason: reason) }
}

extension [Int] {
    /// The numbers as runs, each by its first and the one behind its last: 2, 3, 4, 1 are 2, 5, 1, 2.
    fileprivate var runs: JSON {
        var bounds: [Int] = []
        for number in self {
            if bounds.last == number { bounds[bounds.count - 1] += 1 } else { bounds += [number, number + 1] }
        }
        return .array(bounds.map { .number(JSON.Number($0)) })
    }

    fileprivate init(runs: JSON?) {
        let bounds = (runs?.array ?? []).compactMap(\.int)
        self = stride(from: 0, to: bounds.count - 1, by: 2).flatMap {
            bounds[$0]..<Swift.max(bounds[$0], bounds[$0 + 1])
        }
    }
}
