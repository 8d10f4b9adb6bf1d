import ReactorTestSupport
import ReactorTesting
import Testing

@testable import Reactor

@Suite("Companions of a core")
struct CompanionTests {
    private final class Notebook: CoreCompanion {
        let closings = Locked(0)
        func coreClosed() { closings.withLock { $0 += 1 } }
    }

    private final class Other: CoreCompanion {
        func coreClosed() {}
    }

    struct Count: State {
        var count = 0
        mutating func react(to event: any Event) { if event is Counted { count += 1 } }
    }

    struct Counted: Event {}

    @Test("A core has one companion of a name, another core another one, and one of another kind is none")
    func one() {
        let (core, other) = (Core(state: Count()), Core(state: Count()))
        let first = core.companion("notes") { Notebook() }
        #expect(first != nil)
        #expect(core.companion("notes") { Notebook() } === first)
        #expect(core.plain.companion("notes") { Notebook() } === first)
        #expect(core.companion("more") { Notebook() } !== first)
        #expect(other.companion("notes") { Notebook() } !== first)
        #expect(core.companion("notes") { Other() } == nil)
    }

    @Test("It is closed once, by the closing of the core; one that is made behind that is closed at once")
    func closed() async {
        let core = Core(state: Count())
        let first = core.companion("notes") { Notebook() }
        await core.close()
        await core.close()
        #expect(first?.closings.copy == 1)
        #expect(core.companion("later") { Notebook() }?.closings.copy == 1)
    }

    @Test("It is closed when the core is released, which a reference does not prevent")
    func released() {
        var core: Core<Count>? = Core(state: Count())
        let notes = core?.companion("notes") { Notebook() }
        let reference = core?.reference
        #expect(reference?.core != nil)
        core = nil
        #expect(reference?.core == nil)
        #expect(notes?.closings.copy == 1)
    }

    @Test("Asked of a command's core, the plain core and the reference fire also when the command was cancelled")
    func plain() async {
        let core = Core(state: Count())
        let gate = Gate<Void>()
        let cores = Locked<[Core<Count>]>([])
        let handle = core.perform { own in
            cores.withLock { $0 = [own, own.plain] + (own.reference.core.map { [$0] } ?? []) }
            await gate.wait()
        }
        await gate.arrived()
        handle.cancel()
        for core in cores.copy { core.fire(event: Counted()) }
        #expect(await core.state.count == 2)
        gate.open()
    }

    @Test("A command says how it ended, also when it was dropped, or never began")
    func ends() async {
        let core = Core(state: Count(), runtime: .testing())
        let ends = Locked<[String]>([])
        func perform(_ name: String, _ body: @escaping @Sendable () async throws -> Void) {
            core.perform(
                name, options: CommandOptions(id: "one", policy: .drop),
                onEnd: { end in ends.withLock { $0.append("\(name) \(end.isCancelled ? "cancelled" : "\(end)")") } }
            ) { _ in
                try await body()
            }
        }
        let gate = Gate<Void>(heedsCancellation: true)
        perform("first") { try await gate.pass() }
        perform("second") {}
        await gate.arrived()
        core.cancel(id: "one")
        await core.idle()
        perform("third") {}
        await core.idle()
        await core.close()
        perform("fourth") {}
        _ = await core.state
        #expect(ends.copy == ["second dropped", "first cancelled", "third finished", "fourth dropped"])
    }

    @Test("A subscription says once that it was cancelled or released")
    func subscriptionEnds() {
        let core = Core(state: Count())
        let ends = Locked(0)
        var token: Subscription? = core.subscribe(
            to: Derived(\.count) { $0 }, fileID: #fileID, line: #line, onEnd: { ends.withLock { $0 += 1 } }
        ) { _ in }
        token?.cancel()
        #expect(ends.copy == 1)
        token = nil
        #expect(ends.copy == 1)
    }

    @Test("A mistake that a module above found is reported once for each sentence")
    func mistakes() {
        let reports = Reports()
        let core = Core(state: Count(), runtime: .testing(reports))
        for _ in 0..<3 { core.report(mistake: "This is wrong.") }
        core.report(mistake: "So is that.")
        #expect(reports.sentences == ["This is wrong.", "So is that."])
        #expect(Report(.mistake("This is wrong.")).isMisuse)
    }
}

extension CommandOutcome {
    fileprivate var isCancelled: Bool { if case .cancelled = self { true } else { false } }
}
