import Observation
import Testing

@testable import Reactor

/// Numbers by index, each with its own key path.
private struct Board: State {
    var numbers: [Int: Int] = [:]
    subscript(index: Int) -> Int { numbers[index, default: 0] }

    mutating func react(to event: any Event) {
        if let event = event as? Noted { numbers[event.number, default: 0] += 1 }
    }
}

/// A view that reads again whenever it is invalidated, as SwiftUI evaluates a body.
@MainActor
private final class LiveView {
    private(set) var evaluations = 0
    private let body: () -> Void

    init(_ body: @escaping () -> Void) {
        self.body = body
        evaluate()
    }

    func evaluate() {
        evaluations += 1
        withObservationTracking(body) { [weak self] in
            // SwiftUI evaluates in the next job of the main actor, and not inside the change.
            Task { @MainActor in self?.evaluate() }
        }
    }
}

@MainActor
@Suite("Views that read thousands of key paths")
struct ManyMembersTests {
    @Test(
        "Views are not invalidated while no value changes, in one view or in many", arguments: Lying.allCases,
        [(2_048, 342), (10_000, 1)])
    func quiet(lying: Lying, _ size: (paths: Int, views: Int)) async {
        let app = lying.mirror(Board())
        let each = size.paths / size.views
        let views = (0..<size.views).map { view in
            LiveView { for index in view * each..<(view + 1) * each { _ = app[\.[index]] } }
        }
        for _ in 0..<3 {
            await app.settled()
            await Task { @MainActor in }.value
        }
        #expect(views.allSatisfy { $0.evaluations == 1 })
        // Only the view that reads the changed number is evaluated again.
        app.fire(event: Noted(each - 1))
        await app.settled()
        await Task { @MainActor in }.value
        await Task { @MainActor in }.value
        #expect(views.map(\.evaluations) == [2] + Array(repeating: 1, count: size.views - 1))
    }

    @Test(
        "Views are not invalidated by other views that appear and disappear, with events in between",
        arguments: Lying.allCases)
    func comingAndGoing(lying: Lying) async {
        let app = lying.mirror(Board())
        let staying = LiveView { for index in 0..<1_500 { _ = app[\.[index]] } }
        for round in 1...40 {
            // Read outside of a view, or by a view that has ended: these have no observer any longer.
            for index in 0..<500 { _ = app[\.[round * 10_000 + index]] }
            let passing = Reader { for index in 0..<500 { _ = app[\.[round * 10_000 + 5_000 + index]] } }
            app.fire(event: Noted(round * 10_000 + 5_000))
            await app.settled()
            #expect(passing.invalidations == 1)
        }
        await Task { @MainActor in }.value
        #expect(staying.evaluations == 1)
        #expect(app.members.count < 4_000, "\(app.members.count)")
    }

    @Test("It discards key paths without observers, and none with observers")
    func forgets() async {
        let app = Lying.onMain.mirror(Board())
        let early = Reader { _ = app[\.[3]] }
        for number in 0..<20_000 { _ = app[\.[number]] }
        #expect(app.members.count + app.staleMembers.count + app.changedThisTurn.count < 5_000)
        await app.settled()
        #expect(early.invalidations == 0)
        app.fire(event: Noted(3))
        #expect(early.invalidations == 1)
    }

    @Test("A key path without an observer is not compared")
    func unobserved() async {
        let app = Lying.onMain.mirror(Board())
        for index in 0..<900 { _ = app[\.[index]] }
        #expect(app.members.count == 900)
        app.fire(event: Noted(1_000))
        #expect(app.members.isEmpty)
    }
}
