import ReactorTestSupport
import ReactorTesting
import Testing

@testable import Reactor

@Suite("Companions of a core")
struct CompanionTests {
    @Test("The plain core and the reference of a command's core fire even if the command was canceled")
    func plain() async {
        let core = Core(state: Notes())
        let gate = TestGate<Void>()
        let cores = Locked<[Core<Notes>]>([])
        let handle = core.perform { own in
            cores.withLock { $0 = [own, own.plain] + (own.reference.core.map { [$0] } ?? []) }
            try? await gate.wait()
        }
        await gate.arrived()
        handle.cancel()
        for core in cores.copy { core.fire(event: Noted(1)) }
        #expect(await core.state.numbers == [1, 1])
        gate.open()
    }

    @Test("A command reports its outcome, even if it was dropped, or never began")
    func ends() async {
        let core = Core(state: Notes(), runtime: .testing())
        let ends = Locked<[String]>([])
        func perform(_ name: String, _ body: @escaping @Sendable () async throws -> Void) {
            core.perform(
                name, options: CommandOptions(id: "one", policy: .drop), onStart: { _ in },
                onEnd: { end in ends.withLock { $0.append("\(name) \(end.isCancelled ? "cancelled" : "\(end)")") } }
            ) { _ in
                try await body()
            }
        }
        let gate = TestGate<Void>(heedsCancellation: true)
        perform("first") { try await gate.wait() }
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
}

extension CommandOutcome {
    fileprivate var isCancelled: Bool { if case .cancelled = self { true } else { false } }
}
