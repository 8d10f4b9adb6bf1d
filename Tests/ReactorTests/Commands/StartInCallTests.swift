import Foundation
@testable import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

private struct Spoken: Event { var word: String }

private struct Words: State {
    var all: [String] = []

    mutating func react(to event: any Event) {
        switch event {
        case let event as Spoken: all.append(event.word)
        case let event as CommandEnded: all.append("\(event.command) failed")
        default: break
        }
    }
}

private struct Wrong: Error {}

private struct Say: Command {
    var words: [String]
    var then: [String] = []
    var options = CommandOptions.default

    func execute(state: Words, core: Core<Words>) async throws {
        for word in words { core.fire(event: Spoken(word: word)) }
        MainActor.assertIsolated()
        await leaveMainActor()
        MainActor.assertIsolated()
        for word in then { core.fire(event: Spoken(word: word)) }
    }
}

private struct SayBoth: Command {
    func execute(state: Words, core: Core<Words>) async throws {
        core.fire(command: Say(words: ["second"]))
        core.fire(event: Spoken(word: "first"))
        await leaveMainActor()
    }
}

private struct Fail: Command {
    func execute(state: Words, core: Core<Words>) throws { throw Wrong() }
}

private struct Endless: Command {
    func execute(state: Words, core: Core<Words>) {
        core.fire(event: Spoken(word: "again"))
        core.fire(command: Endless())
    }
}

private enum Caller {
    @TaskLocal static var name = "nobody"
}

private struct SayCaller: Command {
    func execute(state: Words, core: Core<Words>) { core.fire(event: Spoken(word: Caller.name)) }
}

private struct Column: State {
    var words = RequestStatus<[String], String>()

    mutating func react(to event: any Event) { _ = words.react(to: event, as: "words") }
}

@MainActor
@Suite("A command that is fired on the main actor at a core that is pinned to it")
struct StartInCallTests {
    private let app: ObservableCore<Words>
    private let clock = ManualClock()
    private let reports = Reports()

    init() {
        app = ObservableCore(Core(state: Words(), runtime: .testing(reports, clock: clock, executor: .main)))
    }

    @Test("Runs up to its first suspension before the call returns, and stays on the main actor after it")
    func runs() async {
        let handle = await inAction {
            let handle = app.fire(command: Say(words: ["a", "b"], then: ["c"]))
            #expect(app.all == ["a", "b"])
            return handle
        }
        #expect("\(await handle.outcome)" == "finished")
        await app.settled()
        #expect(app.all == ["a", "b", "c"])
    }

    @Test("Commands start in the order in which they were fired; a command that it fires starts after it")
    func order() async {
        await inAction {
            app.fire(command: SayBoth())
            app.fire(command: Say(words: ["third"]))
            #expect(app.all == ["first", "second", "third"])
        }
        await app.core.idle()
    }

    @Test("A command that throws before it suspends has failed before the call returns")
    func fails() async {
        let handle = await inAction {
            let handle = app.fire(command: Fail())
            #expect(app.all == ["Fail failed"])
            return handle
        }
        #expect("\(await handle.outcome)".hasPrefix("failed"))
    }

    @Test("Options that delay the start still delay it: a debounce, and a queue of one")
    func delayed() async {
        await inAction {
            app.fire(command: Say(words: ["quiet"], options: CommandOptions(id: "quiet", debounce: .seconds(1))))
            #expect(app.all == [])
            let queue = CommandOptions(id: "one", policy: .enqueue)
            app.fire(command: Say(words: ["one"], options: queue))
            app.fire(command: Say(words: ["two"], options: queue))
            #expect(app.all == ["one"])
        }
        app.core.cancelAll()
        await app.core.idle()
    }

    @Test("A command that fires itself without end does not keep the call from returning")
    func endless() async {
        await inAction {
            app.fire(command: Endless())
            #expect(app.all.count >= 1)
        }
        await app.core.close(grace: .zero)
    }

    @Test("A command of another thread starts on the main actor")
    func firedElsewhere() async {
        let core = app.core
        let handle = await Task.detached { core.fire(command: Say(words: ["a"], then: ["b"])) }.value
        _ = await handle.outcome
        await app.settled()
        #expect(app.all == ["a", "b"])
    }

    @Test("A load shows that it runs before the call returns")
    func load() async {
        let column = ObservableCore(Core(state: Column(), runtime: .testing(reports, executor: .main)))
        let handle = await inAction {
            let handle = column.core.load("words", \.words) { _ in
                await leaveMainActor()
                return ["loaded"]
            }
            #expect(column.words.isLoading)
            return handle
        }
        _ = await handle.outcome
        #expect(column.words.value == ["loaded"])
    }

    @Test("With its own executor for commands, it starts later")
    func ownExecutor() async {
        struct Plain: Command {
            func execute(state: Words, core: Core<Words>) { core.fire(event: Spoken(word: "later")) }
        }
        let runtime = Runtime(executor: .main, commandExecutor: .own)
        let app = ObservableCore(Core(state: Words(), runtime: runtime))
        let handle = app.fire(command: Plain())
        #expect(app.all == [])
        _ = await handle.outcome
        await app.settled()
        #expect(app.all == ["later"])
    }

    @Test("A command that is fired in a callback starts after a command that a task has fired before")
    func callbackAfterTask() async {
        await withCheckedContinuation { continuation in
            // The callback is enqueued before anything that the first command enqueues, and runs after this closure.
            DispatchQueue.main.async {
                MainActor.assumeIsolated { _ = app.fire(command: Say(words: ["second"])) }
                continuation.resume()
            }
            app.fire(command: Say(words: ["first"]))
        }
        await app.core.idle()
        #expect(app.all == ["first", "second"])
    }

    @Test("A command does not see the task-local values of its caller, in a task or in an action")
    func taskLocalValues() async {
        Caller.$name.withValue("task") { _ = app.fire(command: SayCaller()) }
        await inAction { Caller.$name.withValue("action") { _ = app.fire(command: SayCaller()) } }
        await app.core.idle()
        #expect(app.all == ["nobody", "nobody"])
    }

    @Test("On systems without immediate tasks, a task started in a callback runs up to its first suspension")
    func olderSystems() async {
        let words = Locked<[String]>([])
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async {
                #expect(InPlaceStart.isPossible)
                MainActor.assumeIsolated {
                    Caller.$name.withValue("callback") {
                        InPlaceStart.start {
                            words.withLock { $0.append("begun by \(Caller.name)") }
                            await leaveMainActor()
                            MainActor.assertIsolated()
                            words.withLock { $0.append("resumed") }
                            continuation.resume()
                        }
                    }
                }
                words.withLock { $0.append("returned") }
            }
        }
        #expect(words.withLock { $0 } == ["begun by nobody", "returned", "resumed"])
        #expect(!InPlaceStart.isPossible, "a test is a task")
    }
}
