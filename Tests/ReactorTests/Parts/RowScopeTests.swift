import Reactor
import ReactorTesting
import Testing

@Suite("A core for a row")
struct RowScopeTests {
    let reports = Reports()
    let gate = TestGate<Void>()

    func gallery(_ ids: Int...) -> Core<Gallery> {
        Core(
            state: Gallery(details: KeyedRows(uniqueRows: ids.map { Detail(id: $0) })), runtime: .testing(reports))
    }

    @Test("While the row does not exist, its core returns the default, is silent, and refuses events")
    func gone() async {
        let core = gallery(1)
        let two = core.scope(to: \.details, id: 2, default: Detail(id: 2, notes: [-1]))
        let notes = Recorder<[Int]>()
        two.add(subscriber: notes, selecting: \.notes)
        two.fire(event: DetailNoted(id: 1, number: 5))
        #expect(await two.state.notes == [-1])
        await core.settled()
        #expect(notes.values.isEmpty)
        #expect(await core.state.details[id: 1]?.notes == [])
        #expect(reports.refusals.map(\.reason) == [.absent])
        core.fire(event: DetailAdded(id: 2))
        await core.settled()
        #expect(notes.values == [[]])
    }

    @Test("Rows that are sorted, updated and joined by others leave the commands of a row alone")
    func moved() async {
        let core = gallery(2, 1)
        let handle = core.scope(to: \.details, id: 1, default: Detail(id: 0))
            .fire(command: NoteDetailAfter(gate: gate, number: 9))
        await gate.arrived()
        core.fire(event: DetailAdded(id: 3))
        core.fire(event: DetailRemoved(id: 2))
        core.fire(event: DetailNoted(id: 1, number: 1))
        #expect(await core.state.details[id: 1]?.notes == [1])
        gate.open()
        #expect(await handle.end == "finished")
        #expect(await core.state.details[id: 1]?.notes == [1, 9])
    }

    @Test("Commands with the same id affect each other only within their row, and are canceled only within it")
    func ids() async {
        let core = gallery(1, 2)
        let options = CommandOptions(id: "load", policy: .restart)
        let scopes = [1, 2].map { core.scope(to: \.details, id: $0, default: Detail(id: 0)) }
        let first = scopes.map { $0.fire(command: NoteDetailAfter(gate: gate, number: 1), options: options) }
        let whole = core.perform(options: options) { _ in try? await gate.wait() }
        await gate.arrived(3)
        let second = scopes[0].fire(command: NoteDetailAfter(gate: gate, number: 2), options: options)
        #expect(await first[0].end == "cancelled")
        await gate.arrived(4)
        scopes[1].cancel(id: "load")
        #expect(await first[1].end == "cancelled")
        gate.open()
        #expect(await second.end == "finished")
        #expect(await whole.end == "finished")
        #expect(await core.state.details[id: 1]?.notes == [2])
    }

    @Test("The app's core cancels by id in every child state")
    func idsFromAbove() async {
        let core = Core(state: Desk())
        let handles = [core.scope(to: \.left), core.scope(to: \.right)].map {
            $0.fire(command: FindLate(gate: gate), options: CommandOptions(id: "find", policy: .drop))
        }
        await gate.arrived(2)
        core.cancel(id: "find")
        for handle in handles { #expect(await handle.end == "cancelled") }
        gate.open()
    }

    @Test("Commands without an id that a policy groups by their type are grouped within their child state only")
    func types() async {
        let core = Core(state: Desk())
        let drop = CommandOptions(policy: .drop)
        let (left, right) = (core.scope(to: \.left), core.scope(to: \.right))
        let first = left.fire(command: FindLate(gate: gate), options: drop)
        let second = right.fire(command: FindLate(gate: gate), options: drop)
        let third = left.fire(command: FindLate(gate: gate), options: drop)
        #expect(await third.end == "dropped")
        gate.open()
        #expect(await first.end == "finished")
        #expect(await second.end == "finished")
    }

    @Test("However commands start, end and lose their rows, each ends once, as its row determines", arguments: 0..<12)
    func manyRows(seed: UInt64) async {
        var random = SeededRandom(seed: seed)
        let core = gallery(0, 1, 2, 3, 4, 5)
        var isThere = Array(repeating: true, count: 6)
        var running: [(id: Int, handle: CommandHandle)] = []
        var expected: [(handle: CommandHandle, outcome: String)] = []
        for _ in 0..<200 {
            let id = Int(random.next() % 6)
            switch random.next() % 3 {
            case 0:
                let handle = core.scope(to: \.details, id: id, default: Detail(id: 0))
                    .fire(command: NoteDetailAfter(gate: gate, number: 0))
                if isThere[id] { running.append((id, handle)) } else { expected.append((handle, "dropped")) }
            case 1:
                core.fire(event: DetailRemoved(id: id))
                isThere[id] = false
                expected += running.filter { $0.id == id }.map { ($0.handle, "cancelled") }
                running.removeAll { $0.id == id }
            default:
                core.fire(event: DetailAdded(id: id))
                isThere[id] = true
            }
        }
        await core.settled()
        gate.open()
        expected += running.map { ($0.handle, "finished") }
        for (handle, outcome) in expected { #expect(await handle.end == outcome, "seed \(seed)") }
    }
}
