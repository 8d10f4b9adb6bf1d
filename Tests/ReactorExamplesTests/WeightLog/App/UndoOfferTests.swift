import ExampleWeightLogCore
import ReactorTestSupport
import Testing

@testable import ExampleWeightLogApp

/// The stacks of `UndoManager`, as Apple documents them.
@MainActor
private final class StacksOfTest: UndoStacks {
    typealias Action = @MainActor @Sendable () -> Void

    final class Group {
        var actions: [(target: AnyObject, run: Action)] = []
        var name = ""
        init() {}
    }

    private(set) var done: [Group] = []
    private(set) var undone: [Group] = []
    private var open: [Group] = []
    private var isUndoing = false
    private var isRedoing = false
    var groupsByEvent = true

    var groupingLevel: Int { open.count }

    /// Begins a group. If each event has a group, it is inside of that one.
    func beginUndoGrouping() {
        if open.isEmpty && groupsByEvent && !isUndoing && !isRedoing { open.append(Group()) }
        open.append(Group())
    }

    func endUndoGrouping() {
        let group = open.removeLast()
        if let outer = open.last {
            outer.actions += group.actions
            outer.name = group.name
        } else if !group.actions.isEmpty {
            if isUndoing { undone.append(group) } else { done.append(group) }
        }
    }

    func register(for offer: UndoOffer, _ action: @escaping @MainActor @Sendable (UndoOffer) -> Void) {
        register(offer) { action(offer) }
    }

    /// Registers an action. If each event has a group, the first action opens it.
    func register(_ target: AnyObject, _ action: @escaping Action) {
        if open.isEmpty && groupsByEvent { open.append(Group()) }
        precondition(!open.isEmpty, "a registration without a group ends the program")
        if !isUndoing && !isRedoing { undone = [] }
        open.last?.actions.append((target, action))
    }

    func setActionName(_ actionName: String) { open.last?.name = actionName }

    func removeAllActions(withTarget target: Any) {
        for group in done + undone + open { group.actions.removeAll { $0.target === target as AnyObject } }
        done.removeAll { $0.actions.isEmpty }
        undone.removeAll { $0.actions.isEmpty }
    }

    func undo() {
        if open.count == 1 { endUndoGrouping() }
        precondition(open.isEmpty, "an undo inside a group ends the program")
        guard let group = done.popLast() else { return }
        isUndoing = true
        run(group)
        isUndoing = false
    }

    func redo() {
        guard let group = undone.popLast() else { return }
        isRedoing = true
        run(group)
        isRedoing = false
    }

    private func run(_ group: Group) {
        beginUndoGrouping()
        for action in group.actions.reversed() { action.run() }
        endUndoGrouping()
    }
}

@MainActor
@Suite("The undo and redo that a window offers to the system")
struct UndoOfferTests {
    private let app = AppDriver()
    private let stacks = StacksOfTest()
    private let offer = UndoOffer()

    /// Takes a step as the *Edit* menu does it, and returns when the next step is offered.
    private func undo() async {
        stacks.undo()
        await offer.step?.value
    }

    private func redo() async {
        stacks.redo()
        await offer.step?.value
    }

    @Test("Undo and redo through the undo manager step through the history of the log, back and forth")
    func steps() async throws {
        let model = await app.start()
        try await app.log("2026-01-02", "81", model)
        try await app.log("2026-01-03", "80", model)
        offer.renew(model, on: stacks)
        #expect(stacks.done.map(\.name) == ["logged 80.0 kg on 2026-01-03 as number 2"])
        #expect(stacks.undone.isEmpty)
        await undo()
        #expect(model.lines == ["2026-01-02 81.0 kg"])
        #expect(stacks.done.map(\.name) == ["logged 81.0 kg on 2026-01-02 as number 1"])
        #expect(stacks.undone.count == 1)
        await undo()
        #expect(model.lines == [])
        #expect(stacks.done.isEmpty)
        await redo()
        await redo()
        #expect(model.lines == ["2026-01-03 80.0 kg", "2026-01-02 81.0 kg"])
        #expect(stacks.undone.isEmpty)
        await undo()
        #expect(model.lines == ["2026-01-02 81.0 kg"])
    }

    @Test("A redo outlives the app, and a window offers it after the next launch")
    func launch() async throws {
        let first = await app.start()
        try await app.log("2026-01-02", "81", first)
        await app.tap(.step(.undo), first)
        await app.close(first)
        let model = await app.start()
        offer.renew(model, on: stacks)
        #expect(stacks.done.isEmpty)
        await redo()
        #expect(model.lines == ["2026-01-02 81.0 kg"])
    }

    @Test("Two windows offer the steps of one log, and a change elsewhere replaces them")
    func windows() async throws {
        let model = await app.start()
        let (other, otherStacks) = (UndoOffer(), StacksOfTest())
        try await app.log("2026-01-02", "81", model)
        offer.renew(model, on: stacks)
        other.renew(model, on: otherStacks)
        let steps = model.steps
        await undo()
        #expect(model.steps != steps)
        other.renew(model, on: otherStacks)
        #expect(otherStacks.done.isEmpty)
        #expect(otherStacks.undone.count == 1)
    }

    @Test("Typing in a field stays on the stacks of the window")
    func typing() async throws {
        let model = await app.start()
        try await app.log("2026-01-02", "81", model)
        await app.tap(.step(.undo), model)
        let field = StacksOfTest.Group()
        let typed = Locked(0)
        stacks.register(field) { typed.withLock { $0 += 1 } }
        offer.renew(model, on: stacks)
        #expect(stacks.groupsByEvent)
        #expect(typed.withLock { $0 } == 0)
        await undo()
        #expect(typed.withLock { $0 } == 1)
        #expect(model.lines == [])
        offer.withdraw()
        #expect(stacks.undone.isEmpty)
    }

    @Test("A step that fails is offered again")
    func failure() async throws {
        let model = await app.start()
        try await app.log("2026-01-02", "81", model)
        await app.tap(.suspend, model)
        let session = try await app.session()
        offer.renew(model, on: stacks)
        await undo()
        #expect(model.desk.problem?.retry == .step(.undo))
        #expect(stacks.done.count == 1)
        try await session.close()
        await undo()
        #expect(model.lines == [])
    }
}
