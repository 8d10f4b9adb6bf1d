import Reactor
import Workloads

/// Values in states other than rows.
extension Growing {
    static let values = [
        Growing("Undoable, a change that is a step", "changes", count: 1_000) { n, span in
            var state = Undoable(Sheet())
            span { for _ in 0..<n { state.react(to: Raised()) } }
            try check(state.document.count == n && state.undoCount == n, "\(state.undoCount) steps")
        },
        Growing("Undoable, undo and redo", "steps", count: 1_000) { n, span in
            var state = Undoable(Sheet())
            for _ in 0..<n { state.react(to: Raised()) }
            span {
                while let undo = state.undoEvent { state.react(to: undo) }
                while let redo = state.redoEvent { state.react(to: redo) }
            }
            try check(state.document.count == n && state.redoCount == 0, "\(state.redoCount) to redo")
        },
        Growing("Undoable at its limit, a change that is a step", "steps that are kept, and changes", count: 1_000) {
            n, span in
            var state = Undoable(ShortSheet())
            for _ in 0..<n { state.react(to: Raised()) }
            span { for _ in 0..<n { state.react(to: Raised()) } }
            try check(state.document.count == 2 * n && state.undoCount == 100, "\(state.undoCount) steps")
        },
        Growing("@Tracked array, an element changed", "elements", count: 1_000) { n, span in
            var state = Numbers(n)
            span { for index in 0..<n { state.tracked[index] += 1 } }
            try check(state.tracked.allSatisfy { $0 == 1 }, "not all were changed")
        },
        Growing("@Boxed array, an element changed", "elements", count: 1_000) { n, span in
            var state = Numbers(n)
            span { for index in 0..<n { state.boxed[index] += 1 } }
            try check(state.boxed.allSatisfy { $0 == 1 }, "not all were changed")
        },
        Growing("RequestStatus.update(_:)", "updates", count: 1_000) { n, span in
            var status = RequestStatus<Int, String>(initial: 0)
            span { for _ in 0..<n { _ = status.update { $0 += 1 } } }
            try check(status.value == n, "not all were done")
        },
    ]
}

private struct Numbers {
    @Tracked var tracked: [Int]
    @Boxed var boxed: [Int]

    init(_ n: Int) {
        tracked = Array(repeating: 0, count: n)
        boxed = Array(repeating: 0, count: n)
    }
}

private struct Sheet: State, UndoableDocument {
    var count = 0
    static var undoLimit: Int { .max }

    mutating func react(to event: any Event) { if event is Raised { count += 1 } }
}

private struct ShortSheet: State, UndoableDocument {
    var count = 0

    mutating func react(to event: any Event) { if event is Raised { count += 1 } }
}
