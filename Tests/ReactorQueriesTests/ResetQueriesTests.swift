import Reactor
import ReactorTestSupport
import ReactorTesting
import Testing

@testable import ReactorQueries

@Suite("Queries of a state that is reset")
struct ResetQueriesTests {
    private struct Retagged: Event {}

    private struct Notes: State {
        var notes = QueryCache<Int, String>("notes")

        init(tag: QueryTag) { notes.seed(7, "seeded", tags: [tag]) }

        mutating func react(to event: any Event) {
            if notes.react(to: event) { return }
            if event is Retagged { self = Notes(tag: "new") }
        }
    }

    @Test("A watched value is found by the tags that it has in a reset state")
    func retagged() async {
        let count = Locked(0)
        let query = ServerQuery<Notes, Int, String>("notes", \Notes.notes) { _, _ in
            count.withLock { $0 += 1 }
            return "read"
        }
        let core = Core(state: Notes(tag: "old"))
        let watch = core.watch(query, 7)
        await core.idle()
        core.fire(event: Retagged())
        await core.idle()
        #expect(count.copy == 0)
        core.invalidate("new")
        await core.idle()
        #expect(count.copy == 1)
        #expect(await core.read { $0.notes[7] } == "read")
        withExtendedLifetime(watch) {}
    }
}
