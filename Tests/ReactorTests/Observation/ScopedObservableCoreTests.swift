import Observation
import Reactor
import Testing

@testable import ReactorStateSupport

/// The place of an observed child state in a ``Tree``, and the way in which it appears and disappears. Its id is 1.
enum Leafage: CaseIterable {
    case optional, row

    var comes: any Event { self == .optional ? TwigGrown(id: 1) : LeafGrown(id: 1) }
    var goes: any Event { self == .optional ? TwigCut() : LeafFallen(id: 1) }

    func part(of core: Core<Tree>) -> Core<Leaf> {
        switch self {
        case .optional: core.scope(to: \.twig, default: .gone)
        case .row: core.scope(to: \.leaves, id: 1, default: .gone)
        }
    }
}

@MainActor
@Suite("An ObservableCore of a child state")
struct ScopedObservableCoreTests {
    private func tree(_ lying: Lying, _ reports: Reports = Reports()) -> Core<Tree> {
        Core(state: Tree(), runtime: .testing(reports, executor: lying.executor))
    }

    @Test(
        "Of a child state that may be nil shows the default while it is, and invalidates only the readers of changes",
        arguments: Lying.allCases, Leafage.allCases)
    func comesAndGoes(lying: Lying, leafage: Leafage) async {
        let core = tree(lying)
        let app = ObservableCore(leafage.part(of: core))
        #expect((app.color, app[\.note.count]) == ("none", 4), "it was never there")
        let color = Reader { _ = app.color }
        let note = Reader { _ = app[\.note.count] }
        core.fire(events: [leafage.comes])
        await app.settled()
        #expect((app.color, app.note) == ("green", ""))
        #expect([color, note].map(\.invalidations) == [1, 1])

        for reader in [color, note] { reader.read() }
        core.fire(event: LeafPainted(id: 1, color: "none"))
        core.fire(event: Ticked())
        await app.settled()
        #expect([color, note].map(\.invalidations) == [2, 1])

        color.read()
        core.fire(events: [leafage.goes])
        await app.settled()
        #expect((app.color, app.note) == ("none", "gone"))
        #expect([color, note].map(\.invalidations) == [2, 2], "a removed state keeps its color")

        note.read()
        core.fire(event: Ticked())
        await app.settled()
        #expect([color, note].map(\.invalidations) == [2, 2])
        core.fire(events: [leafage.comes])
        await app.settled()
        #expect((app.color, app.note) == ("green", ""))
        #expect([color, note].map(\.invalidations) == [3, 3])
    }

    @Test("A value that is set in one of several rows does not arrive in the others", arguments: Lying.allCases)
    func assignsToOneRow(lying: Lying) async {
        let reports = Reports()
        let core = tree(lying, reports)
        core.fire(events: (1...3).map { LeafGrown(id: $0) })
        let rows = (1...3).map { ObservableCore(core.scope(to: \.leaves, id: $0, default: .gone)) }
        for row in rows { await row.settled() }
        let notes = rows.map { row in Reader { _ = row.note } }
        rows[1][Leaf.note] = "mine"
        for row in rows { await row.settled() }
        #expect(rows.map(\.note) == ["", "mine", ""])
        #expect(notes.map(\.invalidations) == [0, 1, 0])
        #expect(await core.state.leaves.map(\.note) == ["", "mine", ""])
        #expect(reports.sentences == [])
    }

    @Test("A value set in one of two members of the same type does not arrive in the other", arguments: Lying.allCases)
    func assignsToOneMember(lying: Lying) async {
        let core = Core(state: Order(), runtime: .testing(executor: lying.executor))
        let (billing, shipping) = (
            ObservableCore(core.scope(to: \.billing)), ObservableCore(core.scope(to: \.shipping))
        )
        shipping[Address.street] = "Main Street"
        await shipping.settled()
        #expect(await core.state.shipping.street == "Main Street")
        #expect(await core.state.billing.street == "")
        billing[Address.street] = "Side Street"
        await billing.settled()
        await shipping.settled()
        #expect((billing.street, shipping.street) == ("Side Street", "Main Street"))
    }

    @Test(
        "A value that is set in a child state that no longer exists is reported, and the default is shown again",
        arguments: Lying.allCases, Leafage.allCases)
    func assignsToWhatIsGone(lying: Lying, leafage: Leafage) async {
        let reports = Reports()
        let core = tree(lying, reports)
        core.fire(events: [leafage.comes])
        let app = ObservableCore(leafage.part(of: core))
        core.fire(events: [leafage.goes])
        await app.settled()
        let note = Reader { _ = app.note }
        app[Leaf.note] = "late"
        #expect(note.invalidations == 1, "it is shown until it is refused")
        await app.settled()
        #expect(app.note == "gone")
        #expect(reports.refusals.map(\.reason) == [.absent])
        #expect(reports.all.count == 1)
        core.fire(events: [leafage.comes])
        await app.settled()
        #expect(app.note == "", "it does not arrive in a later child state")
    }

    @Test(
        "A value set while the child state is being removed is refused in its order", arguments: Leafage.allCases)
    func overtaken(leafage: Leafage) async {
        let (reports, executor) = (Reports(), LaggingExecutor())
        let tree = Tree(twig: Leaf(id: 1), leaves: [Leaf(id: 1)])
        let core = Core(state: tree, runtime: .testing(reports, executor: .serial(executor)))
        let app = ObservableCore(leafage.part(of: core))
        core.fire(events: [leafage.goes])
        app[Leaf.note] = "late"
        #expect((app.note, app.color) == ("late", "green"))
        executor.open()
        await app.settled()
        #expect((app.note, app.color) == ("gone", "none"))
        #expect(reports.refusals.map(\.reason) == [.absent])
    }

    @Test(
        "A value that is set in a child state, or while it is nil, does not arrive in a later one",
        arguments: [Leaf(id: 1), nil])
    func replaced(twig: Leaf?) async {
        let (reports, executor) = (Reports(), LaggingExecutor())
        let core = Core(state: Tree(twig: twig), runtime: .testing(reports, executor: .serial(executor)))
        let app = ObservableCore(core.scope(to: \.twig, default: .gone))
        core.fire(event: TwigGrown(id: 2))
        app[Leaf.note] = "for the first"
        executor.open()
        await app.settled()
        #expect((app[\.id], app.note) == (2, ""))
        #expect(reports.refusals.map(\.reason) == [.absent])
        app[Leaf.note] = "for the second"
        await app.settled()
        #expect(app.note == "for the second")
        #expect(reports.all.count == 1)
    }

    @Test("A child state of a child state that no longer exists does not exist either", arguments: Lying.allCases)
    func nested(lying: Lying) async {
        struct Wood: State {
            var tree: Tree?
            mutating func react(to event: any Event) {
                if event is DrawerShut { tree = nil } else { tree?.react(to: event) }
            }
        }
        let reports = Reports()
        let core = Core(state: Wood(tree: Tree()), runtime: .testing(reports, executor: lying.executor))
        core.fire(event: LeafGrown(id: 1))
        let app = ObservableCore(
            core.scope(to: \.tree, default: Tree()).scope(to: \.leaves, id: 1, default: .gone))
        await app.settled()
        #expect(app.color == "green")
        let color = Reader { _ = app.color }
        core.fire(event: DrawerShut())
        await app.settled()
        #expect((app.color, color.invalidations) == ("none", 1))
        app[Leaf.note] = "late"
        await app.settled()
        #expect(reports.refusals.map(\.reason) == [.absent])
    }
}

/// A child state of which a parent has two.
private struct Address: AssignableState {
    let purpose: String
    var street = ""

    static let street = Assignable("address.street", \Address.street)
    static let assignables = Assignables(street)
    var assignmentPart: String? { purpose }

    mutating func react(to event: any Event) {
        if assign(event) { return }
    }
}

private struct Order: State {
    var billing = Address(purpose: "billing")
    var shipping = Address(purpose: "shipping")

    mutating func react(to event: any Event) {
        billing.react(to: event)
        shipping.react(to: event)
    }
}
