import Foundation
import Reactor
import ReactorTestSupport
import Testing

@testable import ReactorStateSupport

/// Keeps every assignment that was applied.
private final class AssignLog: Middleware {
    let lines = Locked<[Data]>([])

    func process(event: any Event, state: Form) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let assign = event as? Assign, let line = try? encoder.encode(Recorded(assign)) else { return }
        lines.withLock { $0.append(line) }
    }
}

/// An assignment as a recording has it: its type is found by its name.
private struct Recorded: Codable {
    let assign: Assign

    init(_ assign: Assign) { self.assign = assign }

    private enum Key: CodingKey { case name, value, id }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(assign.name, forKey: .name)
        try container.encode(assign.id, forKey: .id)
        try container.encode(assign.value, forKey: .value)
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let name = try container.decode(String.self, forKey: .name)
        let type = try #require(Form.assignables.valueType(of: name))
        assign = Assign(
            name: name, value: try container.decode(type, forKey: .value),
            id: try container.decode(AssignmentID.self, forKey: .id))
    }
}

extension Form: UndoableDocument {}

@MainActor
@Suite("An assignment is an event like any other")
struct AssignIsAnEventTests {
    @Test("Recorded under its name and read back it gives the same states", arguments: Lying.allCases)
    func recorded(lying: Lying) async throws {
        let log = AssignLog()
        let app = lying.mirror(Form(), middlewares: [log])
        app[Form.draft] = "abcdefgh"
        app[Form.size] = 0
        app[Form.note] = "a note"
        app[Form.size] = 99
        app[Form.note] = nil
        await app.settled()
        var replayed = Form()
        for line in log.lines.copy {
            replayed.react(to: try JSONDecoder().decode(Recorded.self, from: line).assign)
        }
        #expect(log.lines.copy.count == 5)
        #expect(replayed == Form(draft: "ABCDE", size: 72))
        #expect(app[\.self] == replayed)
    }

    @Test("The ids are counted by the mirror, so the same session gives the same recording")
    func ids() async {
        func session() async -> [Data] {
            let log = AssignLog()
            let app = Lying.elsewhere.mirror(Form(), middlewares: [log])
            for text in ["a", "ab", "abc"] { app[Form.note] = text }
            await app.settled()
            return log.lines.copy
        }
        #expect(await session() == session())
    }

    @Test("It is a step that can be undone, and a refused one is none")
    func undone() async throws {
        let core = Core(state: Undoable(Form()), runtime: .testing())
        core.fire(event: Form.size.assigning(20, id: AssignmentID(number: 1)))
        core.fire(event: Form.size.assigning(0, id: AssignmentID(number: 2)))
        core.fire(event: Form.draft.assigning("abc", id: AssignmentID(number: 3)))
        #expect(await core.state.undoCount == 2)
        core.fire(event: try #require(await core.state.undoEvent))
        #expect(await core.state.document == Form(size: 20))
        core.fire(event: try #require(await core.state.undoEvent))
        #expect(await core.state.document == Form())
        core.fire(event: try #require(await core.state.redoEvent))
        #expect(await core.state.document == Form(size: 20))
    }

    @Test("One that is refused on its way reports to whoever fired it by whom")
    func refused() async throws {
        let core = Core(state: Form(), runtime: .testing())
        await core.close()
        let event = Form.size.assigning(20, id: AssignmentID(number: 1))
        core.fire(event: event)
        await core.settled()
        guard case .refused(let error) = event.receipt.outcome else {
            Issue.record("\(event.receipt.outcome)")
            return
        }
        #expect((error as? Refusal)?.reason == .closed)
    }
}
