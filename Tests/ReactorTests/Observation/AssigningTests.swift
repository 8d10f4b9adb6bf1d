import Observation
@testable import Reactor
@testable import ReactorStateSupport
import ReactorTesting
import Testing

/// Refuses assignments of one name, or upper-cases their text.
private struct Editor: Middleware {
    var refused = ""

    func intercept(event: any Event, state: Form) -> (any Event)? {
        guard let assign = event as? Assign else { return event }
        if assign.name == refused { return nil }
        guard let text = assign.value as? String? else { return event }
        return assign.replacingValue(with: text.map { "<\($0)>" })
    }
}

@MainActor
@Suite("An ObservableCore that is assigned")
struct AssigningTests {
    private static let secret = Assignable("form.secret", \Form.secret)
    private let reports = Reports()

    /// Lets the core process all fired events, while the main actor, on which the observer would be notified, is kept busy.
    private func decide(_ core: Core<Form>, on executor: LaggingExecutor) {
        let last = Form.note.assigning(nil, id: AssignmentID(number: 0))
        core.fire(event: last)
        while case .unclaimed = last.receipt.outcome { executor.catchUpWithNext() }
    }

    @Test(
        "A value that the state refuses is shown until then; its readers are notified to read the old one again",
        arguments: Lying.allCases)
    func refused(lying: Lying) async {
        let app = lying.mirror(Form())
        let size = Reader { _ = app.size }
        let draft = Reader { _ = app.draft }
        app[Form.size] = 0
        #expect([size, draft].map(\.invalidations) == [1, 0])
        await app.settled()
        #expect(app.size == 12)
        #expect([size, draft].map(\.invalidations) == [1, 0])
    }

    @Test("A value that a middleware refuses disappears too, although nothing is delivered", arguments: Lying.allCases)
    func refusedByMiddleware(lying: Lying) async {
        let app = lying.mirror(Form(), middlewares: [Editor(refused: "form.size")], reports: reports)
        app[Form.size] = 20
        await app.settled()
        #expect(app.size == 12)
        #expect(reports.sentences == ["Assign was refused by a middleware: its intercept(event:state:) returned nil."])
    }

    @Test("A value that a middleware refuses disappears on its own")
    func refusedAndNotSettled() async {
        let app = Lying.elsewhere.mirror(Form(), middlewares: [Editor(refused: "form.size")])
        await app.settled()
        app[Form.size] = 20
        let invalidated = TestGate<Void>()
        withObservationTracking {
            _ = app.size
        } onChange: {
            invalidated.arrive()
        }
        await invalidated.arrived()
        #expect(app.size == 12)
    }

    @Test("A refused value does not uncover an earlier one, which the state has changed")
    func refusedBehindAnother() async {
        struct NoLast: Middleware {
            func intercept(event: any Event, state: Form) -> (any Event)? {
                ((event as? Assign)?.value as? String)?.hasSuffix("z") == true ? nil : event
            }
        }
        let executor = LaggingExecutor()
        let core = Core(state: Form(), middlewares: [NoLast()], runtime: .testing(executor: .serial(executor)))
        let app = ObservableCore(core)
        app[Form.draft] = "ab"
        app[Form.draft] = "abz"
        decide(core, on: executor)
        app.lookAgain()
        #expect(app.draft == "abz", "both are decided, and nothing is delivered yet")
        executor.open()
        await app.settled()
        #expect(app.draft == "AB")
    }

    @Test("A refused value is shown until the state that refused it is delivered, not an earlier state")
    func refusedAndNotDelivered() async {
        let executor = LaggingExecutor()
        let core = Core(state: Form(), runtime: .testing(executor: .serial(executor)))
        let app = ObservableCore(core)
        core.fire(event: Form.size.assigning(30, id: AssignmentID(number: 9)))
        app[Form.size] = 0
        decide(core, on: executor)
        app.lookAgain()
        #expect(app.size == 0, "12 would be older than the assigned value")
        executor.open()
        await app.settled()
        #expect(app.size == 30)
    }

    @Test("A middleware may change the assigned value", arguments: Lying.allCases)
    func changedByMiddleware(lying: Lying) async {
        let app = lying.mirror(Form(), middlewares: [Editor()], reports: reports)
        app[Form.note] = "a"
        await app.settled()
        #expect(app.note == "<a>")
        #expect(reports.sentences == [])
    }

    @Test(
        "An assignment that no state handles is reported with its name, and the old value returns",
        arguments: Lying.allCases)
    func unclaimed(lying: Lying) async {
        let app = lying.mirror(Form(), reports: reports)
        app[Self.secret] = 1
        await app.settled()
        #expect(app.secret == 0)
        #expect(reports.sentences == [Runtime.Report.Subject.unclaimedAssignment(name: "form.secret").description])
    }
}
