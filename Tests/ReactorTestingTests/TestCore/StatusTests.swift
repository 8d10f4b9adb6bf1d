import Reactor
import ReactorTesting
import Testing

@Suite("Statuses that a test expects")
struct StatusTests {
    @Test("A load that is read between changes starts, and succeeds")
    func betweenChanges() async throws {
        let core = TestCore(state: Sheets())
        let time = Timestamp.now(in: core.core.runtime)
        core.core.load("sheets", \.all, about: []) { _ in [4, 5] }
        try await core.receive(StatusChange<[Int]>.self) { $0.all = .loading(launch: 1) }
        try await core.receive(StatusChange<[Int]>.self) { $0.all = .loaded([4, 5], at: time) }
        try await core.finish()
    }

    @Test("The launch of a load can be checked, and a stub replaces its work")
    func stubbed() async throws {
        let core = TestCore(
            state: Sheets(), reactions: [.on(SheetsOutdated.self) { _ in Load("sheets", \.all) { _ in [1] } }])
        core.stub(Load<Sheets, [Int]>.self, failingWith: Broken())
        try await core.fire(event: SheetsOutdated())
        #expect(try await core.launched(Load<Sheets, [Int]>.self).options.id == "sheets")
        try await core.launchedNone()
        try await core.receive(CommandEnded.self)
        try await core.finish()
    }

    @Test("The events of a load have the line of the load", arguments: [nil, 0])
    func place(about entity: Int?) async throws {
        let core = TestCore(state: Sheets())
        let line = #line + 1
        core.core.load("sheets", \.all, about: entity.map { [$0] }) { _ in [1] }
        let text = await failure { try await core.receive(CommandEnded.self) }
        #expect(text.ranges(of: "at ReactorTestingTests/StatusTests.swift:\(line)").count == 2)
        #expect(!text.contains("Load.swift"))
    }

    @Test("The status of a second load retains the value and the outcome of the first until it ends")
    func second() async throws {
        let core = TestCore(state: Sheets(all: .loaded([1], at: Timestamp(millisecondsSince1970: 7))))
        try await core.fire(event: SheetsOutdated()) { $0.all.invalidate() }
        core.core.load("sheets", \.all) { _ in throw Broken() }
        try await core.receive(StatusChange<[Int]>.self) { $0.all = .loading($0.all, launch: 1) }
        #expect(core.state.all.value == [1])
        #expect(core.state.all.outcome == .succeeded)
        try await core.receive(CommandEnded.self) { $0.all = .failed("Broken()", $0.all) }
        #expect(core.state.all.value == [1])
        #expect(core.state.all.isStale)
        try await core.finish()
    }

    @Test("A wrong attempt, launch, progress or time is a difference")
    func differences() async throws {
        let expected: [RequestStatus<[Int], String>] = [
            .loading(launch: 2), .loading(launch: 1, attempt: 2), .loading(launch: 1, completed: 1),
            .loaded([1], at: Timestamp(millisecondsSince1970: 1)), .failed("Broken()"), .cancelled(), RequestStatus(),
        ]
        for status in expected {
            let core = TestCore(state: Sheets())
            core.core.load("sheets", \.all) { _ in [1] }
            let text = await failure {
                try await core.receive(StatusChange<[Int]>.self) { $0.all = status }
            }
            #expect(text.contains("all."), "\(status)")
        }
    }

    @Test(
        "In a closure, found is the state after the received event, and elsewhere it equals state")
    func found() async throws {
        let core = TestCore(state: Sheets())
        core.core.fire(event: SheetCounted(number: 3))
        core.core.fire(event: SheetCounted(number: 8))
        #expect(core.actualState.count == 0)
        try await core.receive(SheetCounted.self) {
            #expect(core.actualState.count == 3)
            $0.count = core.actualState.count
        }
        #expect(core.actualState.count == 3)
        try await core.receive(SheetCounted.self) { $0.count = 8 }
        try await core.finish()
    }
}

private struct Sheets: State, Equatable {
    var all = RequestStatus<[Int], String>()
    var count = 0

    mutating func react(to event: any Event) {
        if all.react(to: event, as: "sheets") { return }
        if event is SheetsOutdated { all.invalidate() }
        if let event = event as? SheetCounted { count = event.number }
    }
}

private struct SheetsOutdated: Event {}
private struct SheetCounted: Event { var number: Int }
