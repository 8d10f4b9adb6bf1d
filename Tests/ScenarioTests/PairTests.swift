import Reactor
import ReactorQueries
import ReactorTesting
import Testing

/// Pairs of features that no other suite uses together. `Tests/Pairs.md` lists every pair.
@Suite("Pairs of features")
struct PairTests {
    struct Wrote: Event, Equatable { var text: String }
    struct Opened: Event { var isOpen: Bool }
    struct RowSet: Event { var id: Int; var text: String }
    struct RowRemoved: Event { var id: Int }
    struct RowsRead: Event { var rows: [Row]; var version: Int }
    struct RowPushed: Event { var row: Row; var version: Int }
    struct Renamed: Event { var id: Int; var name: String }
    struct Greeted: Event, Equatable {}

    struct Row: State, Identifiable, Equatable {
        var id: Int
        var text = ""
        mutating func react(to event: any Event) {
            if let event = event as? RowSet, event.id == id { text = event.text }
        }
    }

    struct Page: State, UndoableDocument {
        var lines: [String] = []
        var isOpen = false
        var part: Row?
        var text: String { lines.joined() }
        mutating func react(to event: any Event) {
            switch event {
            case let event as Wrote: lines.append(event.text)
            case let event as Opened: (isOpen, part) = (event.isOpen, event.isOpen ? Row(id: 1) : nil)
            default: break
            }
        }
    }

    /// A state with a member for each feature that has one.
    struct Sheet: AssignableState, Equatable {
        var title = ""
        var greetings = 0
        var page = Undoable(Page())
        var rows: KeyedRows<Int, Row> = []
        var server = ServerRows<Row, Int>()
        var status = RequestStatus<String, String>()
        var names = QueryCache<Int, String>("names")

        static let title = Assignable("sheet.title", \Sheet.title)
        static let assignables = Assignables(title)

        mutating func react(to event: any Event) {
            if assign(event) { return }
            page.react(to: event)
            if status.react(to: event, as: "names") || names.react(to: event) { return }
            switch event {
            case let event as RowSet: rows.update(with: Row(id: event.id, text: event.text))
            case let event as RowRemoved: rows.remove(id: event.id)
            case let event as RowsRead: _ = server.receive(all: event.rows, asOf: event.version)
            case let event as RowPushed: server.receive(event.row, at: event.version)
            case let event as Renamed: names.update(event.id) { $0 = event.name }
            case is Greeted: greetings += 1
            case is Reset<Sheet>: self = Sheet()
            default: break
            }
        }

        static let name = ServerQuery("names", \Sheet.names) { id, _ in "name \(id)" }
        static let summary = Derived(\Sheet.page, \Sheet.title) { page, title in
            "\(title)\(page.document.text) \(page.canUndo)"
        }
    }

    /// Refuses events of one type.
    struct Refusing<Refused: Event>: Middleware {
        func intercept(event: any Event, state: Sheet) -> (any Event)? { event is Refused ? nil : event }
    }

    struct Wait: Command {
        func execute(state: Sheet, core: Core<Sheet>) async throws {
            try await TestGate<Void>(heedsCancellation: true).wait()
        }
    }

    private func texts(_ core: Core<Sheet>) async -> String { await core.read { $0.page.document.text } }

    private func undo(_ core: Core<Sheet>) async {
        if let undo = await core.read({ $0.page.undoEvent }) { core.fire(event: undo) }
    }

    // MARK: Undo

    @Test("The steps of writers on several threads are undone in the reverse order of the log")
    func undoOfThreads() async {
        let core = Core(state: Sheet())
        await withTaskGroup(of: Void.self) { writers in
            for name in ["a", "b"] {
                writers.addTask { for number in 0..<40 { core.fire(event: Wrote(text: "\(name)\(number)")) } }
            }
        }
        let lines = await core.read { $0.page.document.lines }
        for count in (0..<80).reversed() {
            await undo(core)
            #expect(await core.read { $0.page.document.lines } == Array(lines.prefix(count)))
        }
    }

    @Test("An undo that brings a child back shows it in its scope, and ends and starts the work of its flag")
    func undoOfChild() async {
        let started = Notes<Bool>()
        let core = Core(
            state: Sheet(),
            reactions: [
                .while(\.page.document.isOpen) {
                    started.note(true); return Wait()
                }
            ])
        let part = core.scope(to: \.page.document.part, default: Row(id: 1))
        core.fire(event: Opened(isOpen: true))
        #expect(await part.isPresent)
        await undo(core)
        #expect(await !part.isPresent)
        await core.idle()
        if let redo = await core.read({ $0.page.redoEvent }) { core.fire(event: redo) }
        #expect(await part.isPresent)
        await core.settled()
        #expect(started.all.count == 2)
        core.cancelAll()
        await core.idle()
    }

    @Test("A load and the reads of a query make no step, also if both have one name, and do not meet")
    func undoOfReads() async throws {
        let core = Core(state: Sheet(), reactions: [.on(QueryChange<Int, String>.self) { _ in Greet() }])
        core.fire(event: Wrote(text: "a"))
        #expect("\(await core.load("names", \.status) { _ in "loaded" }.outcome)" == "finished")
        #expect(try await core.fetch(Sheet.name, 1) == "name 1")
        await core.idle()
        let state = await core.state
        #expect(state.page.undoCount == 1)
        #expect(state.status.value == "loaded" && state.names[1] == "name 1")
        #expect(state.greetings > 0, "a reaction to the events of a query")
    }

    @Test("A fetch whose events a middleware refuses throws CancellationError, and stores nothing")
    func refusedRead() async {
        let core = Core(state: Sheet(), middlewares: [Refusing<QueryChange<Int, String>>()])
        await #expect(throws: CancellationError.self) { try await core.fetch(Sheet.name, 1) }
        #expect(await core.read { $0.names[1] == nil })
    }

    @Test("An undo that a middleware refused leaves the step, which a later undo takes back")
    func undoRefused() async {
        let core = Core(state: Sheet(), middlewares: [Refusing<Undo<Page>>()])
        core.fire(event: Wrote(text: "a"))
        await undo(core)
        #expect(await texts(core) == "a")
        #expect(await core.read { $0.page.canUndo && !$0.page.canRedo })
    }

    @Test("An undo from before a Reset of its owner has no effect on the fresh document")
    func undoAfterReset() async throws {
        let core = Core(state: Sheet())
        core.fire(event: Wrote(text: "a"))
        let old = try #require(await core.read { $0.page.undoEvent })
        core.fire(events: [Reset<Sheet>(), Wrote(text: "b")])
        core.fire(event: old)
        #expect(await texts(core) == "b")
    }

    struct Greet: Command { func execute(state: Sheet, core: Core<Sheet>) { core.fire(event: Greeted()) } }

    // MARK: Groups and resets

    @Test("A group is one delivery of rows, of server rows and of a cached value, however many members change it")
    func groups() async throws {
        var sheet = Sheet()
        sheet.rows.append(Row(id: 1, text: "old"))
        sheet.names.seed(1, "old")
        let core = Core(state: sheet)
        let (changes, rows, names) = (Notes<KeyedRows<Int, Row>.Changes>(), Notes<[String]>(), Notes<String?>())
        let tokens = [
            core.subscribe(to: .changes(of: \.rows), delivery: .every, initial: false) { changes.note($0) },
            core.subscribe(to: \.server.rows, delivery: .every, initial: false) { rows.note($0.map(\.text)) },
            core.subscribe(to: \.names, delivery: .every, initial: false) { names.note($0[1]) },
        ]
        await core.settled()
        core.fire(events: [
            RowRemoved(id: 1), RowSet(id: 1, text: "new"), RowsRead(rows: [Row(id: 2, text: "read")], version: 4),
            RowPushed(row: Row(id: 2, text: "pushed"), version: 5), Renamed(id: 1, name: "new"),
        ])
        await core.settled()
        #expect(changes.all.count == 1)
        #expect(rows.all == [["pushed"]])
        #expect(names.all == ["new"])
        _ = tokens
    }

    @Test("A group that a canceled command fires is refused as a whole")
    func lateGroup() async throws {
        let (core, own, gate) = (Core(state: Sheet()), Notes<Core<Sheet>>(), TestGate<Void>(heedsCancellation: true))
        let handle = core.perform { core in
            own.note(core)
            try? await gate.wait()
        }
        await gate.arrived()
        handle.cancel()
        _ = await handle.outcome
        own.all[0].fire(events: [Wrote(text: "a"), Wrote(text: "b")])
        #expect(await texts(core) == "")
        #expect(await core.counts.refused(.late) == 2)
    }

    @Test("After a Reset subscribers of rows scan again, old versions are discarded, and derived values follow")
    func resets() async {
        let core = Core(state: Sheet())
        let (changes, summaries) = (Notes<KeyedRows<Int, Row>.Changes>(), Notes<String>())
        let tokens = [
            core.subscribe(to: .changes(of: \.rows), initial: false) { changes.note($0) },
            core.subscribe(to: Sheet.summary, initial: false) { summaries.note($0) },
        ]
        core.fire(events: [
            RowSet(id: 1, text: "a"), Wrote(text: "a"), RowPushed(row: Row(id: 1, text: "new"), version: 9),
        ])
        await core.settled()
        core.fire(event: Reset<Sheet>())
        core.fire(event: RowPushed(row: Row(id: 1, text: "restored"), version: 1))
        await core.settled()
        #expect(changes.all.last == .reload)
        #expect(summaries.all == ["a true", " false"])
        #expect(await core.read { $0.server.rows.map(\.text) } == ["restored"])
        _ = tokens
    }

    // MARK: Scopes and rows

    @Test("A core of a row of server rows follows the row, and middlewares receive the events that it fires")
    func scopedServerRow() async {
        let logged = Notes<String>()
        let core = Core(state: Sheet(), middlewares: [LogMiddleware(only: [RowPushed.self]) { logged.note($0) }])
        let row = core.scope(to: \.server.rows, id: 3, default: Row(id: 3, text: "none"))
        #expect(await row.read { $0.text } == "none")
        core.fire(event: RowPushed(row: Row(id: 3, text: "first"), version: 1))
        row.fire(event: RowPushed(row: Row(id: 3, text: "second"), version: 2))
        #expect(await row.read { $0.text } == "second")
        #expect(logged.all.count == 2)
    }

    @Test("A derived value over rows with its own comparison ignores the changes that the comparison ignores")
    func derivedRows() async {
        let (core, counts) = (Core(state: Sheet()), Notes<Int>())
        let rows = Derived(\Sheet.rows, isEqual: { $0.count == $1.count }) { $0 }
        let token = core.subscribe(to: rows) { counts.note($0.count) }
        for event in [RowSet(id: 1, text: "a"), RowSet(id: 1, text: "b"), RowSet(id: 2, text: "c")] {
            core.fire(event: event)
            await core.settled()
        }
        #expect(counts.all.suffix(2) == [1, 2])
        token.cancel()
    }

    // MARK: Derived values and predictions

    @Test("A derived value and a subscription to every value follow predictions, rollbacks and undos")
    func derivedPredictions() async {
        let core = Core(state: Sheet())
        let (latest, every) = (Notes<String>(), Notes<String>())
        let tokens = [
            core.subscribe(to: Sheet.summary) { latest.note($0) },
            core.subscribe(to: \.page.document.text, delivery: .every) { every.note($0) },
        ]
        await core.settled()
        let first = core.predict(Wrote(text: "a"))
        core.fire(event: Wrote(text: "b"))
        await core.settled()
        first.rollback()
        await core.settled()
        for _ in 0..<2 {
            await undo(core)
            await core.settled()
        }
        #expect(latest.all.suffix(3) == ["ab true", "b true", " false"])
        #expect(every.all.suffix(2) == ["b", ""])
        _ = tokens
    }

    @Test("A loop over a derived value in a command ends with the command")
    func derivedLoop() async {
        let (core, gate) = (Core(state: Sheet()), TestGate<Void>())
        gate.open()
        let handle = core.perform { core in
            for await _ in core.updates(of: Sheet.summary) { try? await gate.wait() }
        }
        await gate.arrived()
        handle.cancel()
        #expect("\(await handle.outcome)" == "cancelled")
        await core.close()
    }

    // MARK: Observation

    @MainActor
    @Test(
        "A typed value, an older predicted one, a Reset and a subscription show the same value",
        arguments: [false, true])
    func observed(isMain: Bool) async {
        let core = Core(state: Sheet(), runtime: isMain ? .main : .live)
        let (sheet, titles) = (ObservableCore(core), Notes<String>())
        let token = core.subscribe(to: \.title) { titles.note($0) }
        let predicted = core.predict(Sheet.title.assigning("predicted"))
        sheet[Sheet.title] = "typed"
        predicted.rollback()
        await sheet.settled()
        #expect(sheet.title == "typed" && titles.all.last == "typed")
        sheet[Sheet.title] = "typed again"
        sheet.fire(event: Reset<Sheet>())
        await sheet.settled()
        #expect(sheet[Sheet.title] == "" && titles.all.last == "")
        token.cancel()
    }

    @MainActor
    @Test(
        "An ObservableCore over a test core shows the state, and the test receives what middlewares returned"
    )
    func testCores() async throws {
        struct Shouting: Middleware {
            func intercept(event: any Event, state: Sheet) -> (any Event)? {
                (event as? Wrote).map { Wrote(text: $0.text.uppercased()) } ?? event
            }
        }
        let core = TestCore(state: Sheet(), middlewares: [Shouting()])
        let sheet = ObservableCore(core.core)
        sheet.fire(event: Wrote(text: "a"))
        try await core.receive(Wrote(text: "A")) { $0.page.react(to: Wrote(text: "A")) }
        await sheet.settled()
        #expect(sheet.page.document.text == "A")
        try await core.finish()
    }

    @Test("A load whose response a middleware refuses ends, shows no value, and can be loaded again")
    func refusedLoad() async {
        let core = Core(state: Sheet(), middlewares: [Refusing<StatusChange<String>>()])
        #expect("\(await core.load("names", \.status) { _ in "loaded" }.outcome)" == "finished")
        #expect(await core.read { $0.status.value == nil && !$0.status.isLoading })
    }
}
