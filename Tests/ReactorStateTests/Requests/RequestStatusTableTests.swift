import ReactorState
import Testing

private typealias Status = RequestStatus<[Int], String>

/// The table of the documentation, cell by cell, each combined with every value of the other axes.
@Suite("Request status table")
struct RequestStatusTableTests {
    private typealias Cell = Status.Activity

    private static let start = Row("start") { $0.start(7) }
    private static let retry = Row("retry") { $0.retry(7, attempt: 3) }
    private static let retryOfEarlier = Row("retry of an earlier attempt") { $0.retry(7, attempt: 2) }
    private static let report = Row("report") { $0.report(7, .init(5, of: 9)) }
    private static let reportBack = Row("report that goes back") { $0.report(7, .init(3, of: 9)) }
    private static let show = Row("show") { $0.show(7, [1, 2], at: RequestStatusTableTests.now) }
    private static let succeed = Row("succeed") { $0.succeed(7, with: [1, 2], at: RequestStatusTableTests.now) }
    private static let fail = Row("fail") { $0.fail(7, with: "no network") }
    private static let cancel = Row("cancel this") { $0.cancel(7) }
    private static let cancelAny = Row("cancel any") { $0.cancel() }

    private static let now = Timestamp(millisecondsSince1970: 1_000)
    private static let idle = Cell.idle
    /// In its second attempt, at four of nine.
    private static let running = Cell.running(7, attempt: 2, progress: .init(4, of: 9))
    private static let other = Cell.running(8, attempt: 1, progress: nil)

    /// From idle, running this id, running another id; nil does not apply.
    private static let table: [(Row, [Cell?])] = [
        (start, [.running(7, attempt: 1, progress: nil), nil, nil]),
        (retry, [nil, .running(7, attempt: 3, progress: nil), nil]),
        (retryOfEarlier, [nil, nil, nil]),
        (report, [nil, .running(7, attempt: 2, progress: .init(5, of: 9)), nil]),
        (reportBack, [nil, nil, nil]),
        (show, [nil, running, nil]),
        (succeed, [nil, idle, nil]),
        (fail, [nil, idle, nil]),
        (cancel, [nil, idle, nil]),
        (cancelAny, [nil, idle, idle]),
    ]

    /// The outcome that a method leaves when it ends a run.
    private static let outcomes: [String: Status.Outcome] = [
        "succeed": .succeeded, "fail": .failed("no network"), "cancel this": .cancelled, "cancel any": .cancelled,
    ]

    @Test("Every method changes every activity as in the table, whatever the value is and however the last run ended")
    func everyCell() {
        var cells = 0
        for (row, targets) in Self.table {
            for (activity, target) in zip([Self.idle, Self.running, Self.other], targets) {
                for before in Self.everything(doing: activity) {
                    var after = before
                    let applied = row.move(&after)
                    cells += 1
                    let place: Comment = "\(row.name) from \(before)"
                    #expect(applied == (target != nil), place)
                    guard let target else {
                        #expect(after == before, place)
                        continue
                    }
                    #expect(after.activity == target, place)
                    #expect(after.outcome == Self.outcomes[row.name] ?? before.outcome, place)
                    guard row.name == "succeed" || row.name == "show" else {
                        #expect(after.held == before.held, place)
                        continue
                    }
                    #expect(after.value == [1, 2], place)
                    #expect(after.updatedAt == Self.now, place)
                    #expect(after.source == .server, place)
                    #expect(after.isStale == (row.name == "show"), place)
                }
            }
        }
        #expect(cells == 10 * 3 * 4 * 4)
    }

    @Test("The value changes without affecting the current run or the outcome of the last one")
    func heldAxis() {
        for activity in [Self.idle, Self.running, Self.other] {
            for before in Self.everything(doing: activity) {
                var updated = before
                let updates = updated.update { $0.append(9) }
                #expect(updates == (before.held != nil))
                #expect(updated.value == before.value.map { $0 + [9] })
                var invalidated = before
                let invalidates = invalidated.invalidate()
                #expect(invalidates == (before.isLoading || before.held != nil && !before.isStale))
                #expect(invalidated.isStale == (before.held != nil))
                #expect(invalidated.value == before.value)
                #expect(updated.activity == before.activity)
                #expect(invalidated.runningID == before.runningID)
                for after in [updated, invalidated] {
                    #expect(after.outcome == before.outcome)
                }
            }
        }
    }

    @Test("A value that was invalidated during its run is stale, except if the run began another attempt since")
    func invalidatedRun() {
        for retries in [false, true] {
            for before in Self.everything(doing: Self.running) {
                var after = before
                after.invalidate()
                after.report(7, .init(6, of: 9))
                let applies = after.invalidate()
                #expect(!applies)
                if retries { after.retry(7, attempt: 3) }
                after.succeed(7, with: [6], at: Self.now)
                #expect(after.isStale != retries)
                #expect(after.needsLoad != retries)
            }
        }
    }

    @Test("Dismissing the outcome touches nothing else, and applies when there is one")
    func outcomeAxis() {
        for activity in [Self.idle, Self.running, Self.other] {
            for before in Self.everything(doing: activity) {
                var after = before
                let dismisses = after.dismissOutcome()
                #expect(dismisses == (before.outcome != .none))
                #expect(after.outcome == .none)
                #expect(after.activity == before.activity)
                #expect(after.held == before.held)
            }
        }
    }

    /// Value: none, initial, from the server, from the server and stale; outcome: each of the four.
    private static func everything(doing activity: Cell) -> [Status] {
        let time = Timestamp(millisecondsSince1970: 500)
        var fresh = Status()
        fresh.start(3)
        fresh.succeed(3, with: [4], at: time)
        fresh.dismissOutcome()
        var stale = fresh
        stale.invalidate()
        return [Status(), Status(initial: []), fresh, stale].flatMap { held in
            [Status.Outcome.none, .succeeded, .failed("earlier"), .cancelled].map { outcome in
                reached(from: held, outcome: outcome, activity: activity)
            }
        }
    }

    /// By the methods alone, since there is no other way. A run that succeeded always leaves a value from the server.
    private static func reached(from held: Status, outcome: Status.Outcome, activity: Cell) -> Status {
        var status = held
        switch outcome {
        case .none: break
        case .succeeded:
            status.start(1)
            status.succeed(1, with: held.value ?? [], at: Timestamp(millisecondsSince1970: 500))
            if held.isStale { status.invalidate() }
        case .failed(let failure):
            status.start(1)
            status.fail(1, with: failure)
        case .cancelled:
            status.start(1)
            status.cancel(1)
        }
        switch activity {
        case .idle: break
        case .running(let id, let attempt, let progress, _):
            status.start(id)
            status.retry(id, attempt: attempt)
            if let progress { status.report(id, progress) }
        }
        return status
    }

    private struct Row: Sendable {
        var name: String
        var move: @Sendable (inout Status) -> Bool

        init(_ name: String, _ move: @escaping @Sendable (inout Status) -> Bool) {
            self.name = name
            self.move = move
        }
    }
}
