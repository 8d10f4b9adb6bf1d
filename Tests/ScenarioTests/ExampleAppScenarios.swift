import Reactor
import ReactorTesting
import Testing

/// Scenarios of the tests of TCA's example apps.
@Suite("Features of TCA's example apps, with their tests")
struct ExampleAppScenarios {
    // MARK: Timers

    @Test("A timer ticks while its flag is true, and its end is received", arguments: [false, true])
    func timer(isTimer: Bool) async throws {
        let core = TestCore(
            state: Stopwatch(),
            reactions: [.while(\.isActive, options: CommandOptions(isTimer: isTimer)) { Tick() }])
        try await core.fire(event: TimerToggled()) { $0.isActive = true }
        await core.advance(by: .seconds(1))
        try await core.receive(SecondPassed.self) { $0.seconds = 1 }
        await core.advance(by: .seconds(5))
        for second in 2...6 { try await core.receive(SecondPassed.self) { $0.seconds = second } }
        try await core.fire(event: TimerToggled()) { $0.isActive = false }
        // A cancelled timer ends silently, as an effect does.
        if !isTimer { try await core.receive(CommandEnded.self) }
        try await core.finish()
    }

    @Test("A timer that still runs at the end of a test can be skipped")
    func skippedTimer() async throws {
        let core = TestCore(state: Stopwatch(), reactions: [.while(\.isActive) { Tick() }])
        try await core.fire(event: TimerToggled()) { $0.isActive = true }
        await core.advance(by: .seconds(2))
        try await core.skipReceivedEvents()
        #expect(core.state.seconds == 2)
        try await core.skipInFlightCommands()
        try await core.finish()
    }

    // MARK: Streams

    @Test("A connection with a stream and pings in child tasks ends when the user disconnects")
    func connection() async throws {
        let messages = AsyncStream.makeStream(of: String.self)
        let pings = Notes<Int>()
        let core = TestCore(
            state: Connection(),
            reactions: [.while(\.isOpen) { Connect(messages: messages.stream) { pings.note(1) } }])
        try await core.fire(event: ConnectTapped()) { $0.isOpen = true }
        messages.continuation.yield("Hello")
        try await core.receive(MessageArrived(text: "Hello")) { $0.messages = ["Hello"] }
        #expect(pings.all.isEmpty)
        await core.advance(by: .seconds(10))
        #expect(pings.all.count == 1)
        try await core.fire(event: ConnectTapped()) { $0.isOpen = false }
        try await core.receive(CommandEnded.self)
        messages.continuation.yield("late")
        await core.advance(by: .seconds(20))
        #expect(pings.all.count == 1)
        try await core.finish()
    }

    // MARK: Search

    @Test("A debounced search is requested once, and a cleared text cancels the next one")
    func search() async throws {
        let core = TestCore(state: Places(), reactions: [.for(\.query) { FindPlaces(text: $0) }])
        for text in ["B", "Br"] { try await core.fire(event: TextChanged(text: text)) { $0.text = text } }
        try await core.receive(CommandEnded.self)
        await core.advance(by: .milliseconds(300))
        try await core.receive(PlacesFound(names: ["Br"])) { $0.names = ["Br"] }
        try await core.fire(event: TextChanged(text: "Bro")) { $0.text = "Bro" }
        try await core.fire(event: TextChanged(text: "")) { $0 = Places() }
        try await core.receive(CommandEnded.self)
        await core.advance(by: .seconds(1))
        try await core.finish()
    }

    // MARK: Rows

    @Test("A favorite that the server refuses is rolled back with an alert, and a second tap cancels the first request")
    func favorites() async throws {
        let (refusing, slow, accepting) = (TestGate<Void>(), TestGate<Void>(), TestGate<Void>())
        let core = TestCore(state: Shows(rows: [Show(id: 0), Show(id: 1)]))
        refusing.fail(with: Failure())
        try await core.fire(command: ToggleFavorite(id: 0, server: refusing))
        try await core.predicted(FavoriteSet.self) { $0.rows[id: 0]?.isFavorite = true }
        try await core.rolledBack(FavoriteSet.self, with: FavoriteRefused.self) {
            $0.rows[id: 0] = Show(id: 0, alert: "Favoriting failed.")
        }
        try await core.receive(CommandEnded.self)

        try await core.fire(command: ToggleFavorite(id: 1, server: slow))
        try await core.predicted(FavoriteSet.self) { $0.rows[id: 1]?.isFavorite = true }
        try await core.fire(command: ToggleFavorite(id: 1, server: accepting))
        try await core.receive(CommandEnded.self)
        try await core.predicted(FavoriteSet.self) { $0.rows[id: 1]?.isFavorite = false }
        slow.fail(with: CancellationError())
        try await core.rolledBack(FavoriteSet.self)
        accepting.open()
        try await core.committed(FavoriteSet.self)
        try await core.finish()
    }

    @Test("The command of a row that is deleted is cancelled")
    func deletedRow() async throws {
        let core = TestCore(state: Shows(rows: [Show(id: 7)]))
        core.core.scope(to: \.rows, id: 7, default: Show(id: 7)).fire(command: Play())
        try await core.receive(Played(id: 7)) { $0.rows[id: 7]?.progress = 1 }
        await core.advance(by: .milliseconds(500))
        try await core.receive(Played(id: 7)) { $0.rows[id: 7]?.progress = 2 }
        try await core.fire(event: ShowDeleted(id: 7)) { $0.rows = [] }
        try await core.receive(CommandEnded.self)
        try await core.finish()
    }

    // MARK: Screens

    @Test("A screen that is dismissed while it submits cancels the request")
    func dismissed() async throws {
        let gate = TestGate<Void>()
        let core = TestCore(state: Login(code: CodeScreen()))
        core.core.scope(to: \.code, default: CodeScreen()).fire(command: SubmitCode(gate: gate))
        try await core.receive(CodeSubmitted.self) { $0.code?.isLoading = true }
        try await core.fire(event: CodeScreenClosed()) { $0.code = nil }
        try await core.receive(CommandEnded.self)
        gate.open()
        try await core.finish()
    }

    @Test("A meeting that ends its own screen is tested in part, and its end in full")
    func meeting() async throws {
        let core = TestCore(state: Diary(meeting: Meeting()))
        core.core.scope(to: \.meeting, default: Meeting()).fire(command: RunMeeting())
        try await core.receive(Spoken(text: "done")) { $0.meeting?.transcript = "done" }
        try await core.withoutExhaustivity {
            await core.advance(by: .seconds(6))
            for _ in 1...6 { try await core.receive(SecondPassed.self) }
        }
        #expect(core.state == Diary(transcripts: ["done"]))
        try await core.finish()
    }
}

// MARK: Timers

private struct TimerToggled: Event {}
private struct SecondPassed: Event {}

private struct Stopwatch: State, Equatable {
    var isActive = false
    var seconds = 0

    mutating func react(to event: any Event) {
        if event is TimerToggled { isActive.toggle() }
        if event is SecondPassed { seconds += 1 }
    }
}

private struct Tick: Command {
    func execute(state: Stopwatch, core: Core<Stopwatch>) async throws {
        while true {
            try await core.runtime.clock.sleep(for: .seconds(1))
            core.fire(event: SecondPassed())
        }
    }
}

// MARK: Streams

private struct ConnectTapped: Event {}
private struct MessageArrived: Event, Equatable { var text: String }

private struct Connection: State, Equatable {
    var isOpen = false
    var messages: [String] = []

    mutating func react(to event: any Event) {
        if event is ConnectTapped { isOpen.toggle() }
        if let event = event as? MessageArrived { messages.append(event.text) }
    }
}

private struct Connect: Command {
    let messages: AsyncStream<String>
    let ping: @Sendable () -> Void

    func execute(state: Connection, core: Core<Connection>) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for await text in messages { core.fire(event: MessageArrived(text: text)) } }
            group.addTask {
                while true {
                    try await core.runtime.clock.sleep(for: .seconds(10))
                    ping()
                }
            }
            try await group.waitForAll()
        }
    }
}

// MARK: Search

private struct TextChanged: Event { var text: String }
private struct PlacesFound: Event, Equatable { var names: [String] }

private struct Places: State, Equatable {
    var text = ""
    var names: [String] = []
    var query: String? { text.isEmpty ? nil : text }

    mutating func react(to event: any Event) {
        if let event = event as? TextChanged { (text, names) = (event.text, event.text.isEmpty ? [] : names) }
        if let event = event as? PlacesFound { names = event.names }
    }
}

private struct FindPlaces: Command {
    let text: String
    var options: CommandOptions { CommandOptions(id: "places", policy: .restart, debounce: .milliseconds(300)) }

    func execute(state: Places, core: Core<Places>) { core.fire(event: PlacesFound(names: [text])) }
}

// MARK: Rows

private struct FavoriteSet: Event { var id: Int, isFavorite: Bool }
private struct FavoriteRefused: Event { var id: Int }
private struct Played: Event, Equatable { var id: Int }
private struct ShowDeleted: Event { var id: Int }

private struct Show: State, Equatable, Identifiable {
    let id: Int
    var isFavorite = false
    var alert: String?
    var progress = 0

    mutating func react(to event: any Event) {
        if event is Played { progress += 1 }
    }
}

private struct Shows: State, Equatable {
    var rows: KeyedRows<Int, Show> = []

    mutating func react(to event: any Event) {
        switch event {
        case let event as FavoriteSet: rows[id: event.id]?.isFavorite = event.isFavorite
        case let event as FavoriteRefused: rows[id: event.id]?.alert = "Favoriting failed."
        case let event as Played: rows[id: event.id]?.react(to: event)
        case let event as ShowDeleted: rows.remove(id: event.id)
        default: break
        }
    }
}

private struct ToggleFavorite: Command {
    let id: Int
    let server: TestGate<Void>
    var options: CommandOptions { CommandOptions(id: "favorite \(id)", policy: .restart) }

    func execute(state: Shows, core: Core<Shows>) async throws {
        let isFavorite = state.rows[id: id]?.isFavorite == true
        try await core.optimistically(FavoriteSet(id: id, isFavorite: !isFavorite)) { _ in
            try await server.wait()
            return .commit
        } onFailure: { error in
            error is CancellationError ? [] : [FavoriteRefused(id: id)]
        }
    }
}

private struct Play: Command {
    func execute(state: Show, core: Core<Show>) async throws {
        while true {
            core.fire(event: Played(id: state.id))
            try await core.runtime.clock.sleep(for: .milliseconds(500))
        }
    }
}

// MARK: Screens

private struct CodeSubmitted: Event {}
private struct CodeScreenClosed: Event {}
private struct Spoken: Event, Equatable { var text: String }

private struct CodeScreen: State, Equatable {
    var isLoading = false

    mutating func react(to event: any Event) {
        if event is CodeSubmitted { isLoading = true }
    }
}

private struct Login: State, Equatable {
    var code: CodeScreen?

    mutating func react(to event: any Event) {
        if event is CodeScreenClosed { code = nil }
        code?.react(to: event)
    }
}

private struct SubmitCode: Command {
    let gate: TestGate<Void>

    func execute(state: CodeScreen, core: Core<CodeScreen>) async throws {
        core.fire(event: CodeSubmitted())
        try await gate.wait()
    }
}

private struct Meeting: State, Equatable {
    var seconds = 0
    var transcript = ""

    mutating func react(to event: any Event) {
        if event is SecondPassed { seconds += 1 }
        if let event = event as? Spoken { transcript = event.text }
    }
}

private struct Diary: State, Equatable {
    var meeting: Meeting?
    var transcripts: [String] = []

    mutating func react(to event: any Event) {
        meeting?.react(to: event)
        guard let ended = meeting, ended.seconds == 6 else { return }
        transcripts.append(ended.transcript)
        meeting = nil
    }
}

private struct RunMeeting: Command {
    func execute(state: Meeting, core: Core<Meeting>) async throws {
        core.fire(event: Spoken(text: "done"))
        // The command that ends its own screen is not cancelled, so the loop ends itself.
        while await core.isPresent {
            try await core.runtime.clock.sleep(for: .seconds(1))
            core.fire(event: SecondPassed())
        }
    }
}
