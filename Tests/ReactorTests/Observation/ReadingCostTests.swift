import Reactor
import ReactorTestSupport
import Testing

/// A number that counts the comparisons of its type.
private struct Counted: Equatable, Sendable {
    var number = 0
    let comparisons: Locked<Int>

    static func == (left: Counted, right: Counted) -> Bool {
        left.comparisons.withLock { $0 += 1 }
        return left.number == right.number
    }
}

private struct Pair: State {
    var left: Counted
    var right: Counted

    mutating func react(to event: any Event) {
        if let event = event as? Noted { left.number = event.number }
    }
}

@MainActor
@Suite("Comparisons of an ObservableCore")
struct ReadingCostTests {
    @Test(
        "Members that were read since their last change, once whenever the core notifies, and nothing else",
        arguments: Lying.allCases
    )
    func comparisons(lying: Lying) async {
        let left = Locked(0)
        let right = Locked(0)
        let app = lying.mirror(Pair(left: Counted(comparisons: left), right: Counted(comparisons: right)))
        for number in 0..<10 {
            app.core.fire(event: Noted(number))
            await app.core.settled()
        }
        #expect((left.copy, right.copy) == (0, 0), "nothing was read")
        let reader = Reader { _ = app.left.number + app.right.number }
        await app.core.settled()
        left.withLock { $0 = 0 }
        right.withLock { $0 = 0 }
        app.core.fire(event: Noted(10))
        await app.core.settled()
        // The differing one is compared with itself as well.
        #expect((left.copy, right.copy) == (2, 1))
        #expect(reader.invalidations == 1)
        app.core.fire(event: Noted(11))
        await app.core.settled()
        #expect((left.copy, right.copy) == (2, 1), "the reader was invalidated and reads nothing any longer")
    }
}
