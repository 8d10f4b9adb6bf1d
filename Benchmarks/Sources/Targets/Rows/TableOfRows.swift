import Reactor
import Workloads

/// The work of js-framework-benchmark: a table of rows that is made, appended to, changed, and cleared.
///
/// A core with `KeyedRows`, whose subscriber receives the changed rows, against a plain loop over an array. The reader of the
/// loop retains the array to compare it with the next one, so the loop's next change copies it.
struct TableOfRows: Row {
    let title = "rows"

    func measure(_ effort: Effort) async throws -> [Finding] {
        var findings: [Finding] = []
        for work in Work.all {
            let times = max(1, work.times / effort.divisor)
            let rounds = try await Rounds(
                effort.rounds,
                [
                    Contestant(name: "core") { try await average(times) { try await work.byCore() } },
                    Contestant(name: "loop") { try await average(times) { try work.byLoop() } },
                ])
            let detail =
                "\((rounds["core"] / 1_000).formatted(1)) µs, \((rounds["loop"] / 1_000).formatted(1)) plain"
            let (row, ratio) = ("\(title), \(work.name), time against a plain loop", rounds.ratio("core", to: "loop"))
            if let limit = work.limit {
                findings.append(Finding(row, ratio: ratio, atMost: limit, detail))
            } else {
                findings.append(
                    Finding(row, measured: "\(ratio.formatted(3))× (\(detail))", target: "reported", .reported))
            }
        }
        return findings
    }

    private func average(_ times: Int, _ work: () async throws -> Duration) async throws -> Double {
        var sum = Duration.zero
        for _ in 0..<times { sum += try await work() }
        return sum.nanoseconds / Double(times)
    }
}

private struct Line: Identifiable, Equatable {
    let id: Int
    var label: String
    var isSelected = false

    /// Made beforehand, so that the work of the table is measured and not that of its strings.
    private static let labels = (0..<64).map { "pretty red table \($0)" }

    init(id: Int) {
        self.id = id
        label = Self.labels[id % 64]
    }
}

/// The operation of an event on a table.
private struct Work: Event {
    enum Kind { case create(Int), append(Int), everyTenth, select, swap, remove, clear }

    let name: String
    let kind: Kind
    /// The number of rows before.
    var before = 10_000
    /// The most that it may cost, times the plain loop.
    var limit: Double?
    /// The number of operations in a round.
    var times = 20

    static let all = [
        Work(name: "create 1,000", kind: .create(1_000), before: 0, limit: 4),
        Work(name: "create 10,000", kind: .create(10_000), before: 0, limit: 4),
        Work(name: "append 1,000 to 10,000", kind: .append(1_000), limit: 2),
        Work(name: "update every 10th of 10,000", kind: .everyTenth, limit: 2),
        Work(name: "select one of 10,000", kind: .select), Work(name: "swap two of 10,000", kind: .swap),
        Work(name: "remove one of 10,000", kind: .remove), Work(name: "clear 10,000", kind: .clear),
    ]

    /// From the firing until the subscriber was notified.
    func byCore() async throws -> Duration {
        let core = Core(state: KeyedTable(rows: KeyedRows(uniqueRows: Self.lines(0..<before))))
        let tally = Tally()
        let subscription = core.subscribe(to: .changes(of: \.rows), initial: false) { _ in tally.add() }
        core.fire(event: Renamed())
        await core.settled()
        let told = tally.count
        let start = ContinuousClock.now
        core.fire(event: self)
        await core.settled()
        let took = ContinuousClock.now - start
        let expected = done(renamed(Self.lines(0..<before)))
        try check(tally.count == told + 1, "\(name): the subscriber was notified \(tally.count - told) times.")
        try check(await core.read { Array($0.rows) } == expected, "\(name): the rows of the core differ.")
        withExtendedLifetime(subscription) {}
        return took
    }

    /// Until the reader has the rows.
    func byLoop() throws -> Duration {
        var loop = ArrayTable(rows: Self.lines(0..<before))
        let reader = Reader()
        loop.react(to: Renamed())
        reader.take(loop.rows)
        let start = ContinuousClock.now
        loop.react(to: self)
        reader.take(loop.rows)
        let took = ContinuousClock.now - start
        try check(reader.rows == done(renamed(Self.lines(0..<before))), "\(name): the rows of the loop differ.")
        return took
    }

    static func lines(_ ids: Range<Int>) -> [Line] { ids.map { Line(id: $0) } }

    /// After the first event, so that work that occurs once for a table is done.
    private func renamed(_ lines: [Line]) -> [Line] {
        var lines = lines
        if !lines.isEmpty { lines[0].label = Renamed.label }
        return lines
    }

    /// The rows afterwards, by an array that is not measured.
    private func done(_ lines: [Line]) -> [Line] {
        var lines = lines
        switch kind {
        case .create(let count), .append(let count): lines += Self.lines(lines.count..<lines.count + count)
        case .everyTenth: for index in stride(from: 0, to: lines.count, by: 10) { lines[index].label += " !!!" }
        case .select: lines[5_000].isSelected = true
        case .swap: lines.swapAt(1, 9_998)
        case .remove: lines.remove(at: 5_000)
        case .clear: lines = []
        }
        return lines
    }
}

/// Changes the label of the first row, if there is one.
private struct Renamed: Event {
    static let label = "plain white chair"
}

/// Retains the last rows that it received.
private final class Reader {
    private(set) var rows: [Line] = []

    @inline(never)
    func take(_ rows: [Line]) { self.rows = rows }
}

private struct ArrayTable: State {
    var rows: [Line]

    @inline(never)
    mutating func react(to event: any Event) {
        guard let work = event as? Work else {
            if event is Renamed, !rows.isEmpty { rows[0].label = Renamed.label }
            return
        }
        switch work.kind {
        case .create(let count): rows = Work.lines(0..<count)
        case .append(let count): rows.append(contentsOf: Work.lines(rows.count..<rows.count + count))
        case .everyTenth: for index in stride(from: 0, to: rows.count, by: 10) { rows[index].label += " !!!" }
        case .select: rows[5_000].isSelected = true
        case .swap: rows.swapAt(1, 9_998)
        case .remove: rows.removeAll { $0.id == 5_000 }
        case .clear: rows = []
        }
    }
}

private struct KeyedTable: State {
    var rows: KeyedRows<Int, Line>

    @inline(never)
    mutating func react(to event: any Event) {
        guard let work = event as? Work else {
            if event is Renamed { rows[id: 0]?.label = Renamed.label }
            return
        }
        switch work.kind {
        case .create(let count):
            do { try rows.replaceAll(with: Work.lines(0..<count)) } catch { preconditionFailure("\(error)") }
        case .append(let count): rows.append(contentsOf: Work.lines(rows.count..<rows.count + count))
        case .everyTenth: for id in stride(from: 0, to: rows.count, by: 10) { rows[id: id]?.label += " !!!" }
        case .select: rows[id: 5_000]?.isSelected = true
        case .swap: rows.swapAt(1, 9_998)
        case .remove: rows.remove(id: 5_000)
        case .clear: rows.removeAll()
        }
    }
}
