import Reactor
import Workloads

/// Predictions, with others pending.
extension Growing {
    static let predictions = [
        Growing("predict(_:)", "pending predictions") { n, span in
            let core = Core(state: Board())
            var kept: [Prediction] = []
            kept.reserveCapacity(n)
            await span {
                for _ in 0..<n { kept.append(core.predict(Raised())) }
                await core.settled()
            }
            try check(await core.state.count == n, "not all are shown")
            for prediction in kept { prediction.commit() }
        },
        Growing("commit(), the oldest first, all in one turn", "pending predictions") { n, span in
            try await ending(n, span) { core, all in
                for prediction in all { prediction.commit() }
                await core.settled()
            }
        },
        Growing("commit(), the oldest first, one by one", "pending predictions") { n, span in
            try await ending(n, span) { core, all in
                for prediction in all {
                    prediction.commit()
                    await core.settled()
                }
            }
        },
        Growing("commit(), the newest first, one by one", "pending predictions") { n, span in
            try await ending(n, span) { core, all in
                for prediction in all.reversed() {
                    prediction.commit()
                    await core.settled()
                }
            }
        },
        Growing("commit(with:), the oldest first, one by one", "pending predictions") { n, span in
            try await ending(n, span) { core, all in
                for prediction in all {
                    prediction.commit(with: [Raised()])
                    await core.settled()
                }
            }
        },
        Growing("rollback(), the newest first, one by one", "pending predictions") { n, span in
            try await ending(n, span, left: 0) { core, all in
                for prediction in all.reversed() {
                    prediction.rollback()
                    await core.settled()
                }
            }
        },
        Growing("rollback(), the oldest first, one by one", "pending predictions", count: 100) { n, span in
            try await ending(n, span, left: 0) { core, all in
                for prediction in all {
                    prediction.rollback()
                    await core.settled()
                }
            }
        },
        Growing("rollback(), the oldest first, all in one turn", "pending predictions") { n, span in
            try await ending(n, span, left: 0) { core, all in
                for prediction in all { prediction.rollback() }
                await core.settled()
            }
        },
        Growing("rollback() of a prediction with n after it", "pending predictions") { n, span in
            let core = Core(state: Board())
            let kept = (0..<n).map { _ in core.predict(Raised()) }
            await core.settled()
            await span {
                kept[0].rollback()
                await core.settled()
            }
            try check(await core.state.count == n - 1, "the others are not shown")
            for prediction in kept.dropFirst() { prediction.commit() }
        },
        Growing("Prediction.append(_:)", "events of one prediction") { n, span in
            let core = Core(state: Board())
            let prediction = core.predict(Raised())
            await span {
                for _ in 0..<n { prediction.append([Raised()]) }
                await core.settled()
            }
            try check(await core.state.count == n + 1, "not all are shown")
            prediction.commit()
        },
        Growing("fire(event:) with n pending", "events and pending predictions") { n, span in
            let core = Core(state: Board())
            let kept = (0..<n).map { _ in core.predict(Unrelated()) }
            await core.settled()
            await span {
                for _ in 0..<n { core.fire(event: Raised()) }
                await core.settled()
            }
            try check(await core.state.count == n, "not all are shown")
            for prediction in kept { prediction.commit() }
        },
        Growing("fire(event:, .authoritative), one by one, with one pending", "events since the prediction", count: 100)
        { n, span in
            let core = Core(state: Board())
            let prediction = core.predict(Raised())
            await core.settled()
            await span {
                for _ in 0..<n {
                    core.fire(event: Raised(), .authoritative)
                    await core.settled()
                }
            }
            try check(await core.state.count == n + 1, "not all are shown")
            prediction.commit()
        },
        Growing("fire(event:, .authoritative), one by one, with n pending", "events and pending predictions", count: 50)
        { n, span in
            let core = Core(state: Board())
            let kept = (0..<n).map { _ in core.predict(Unrelated()) }
            await core.settled()
            await span {
                for _ in 0..<n {
                    core.fire(event: Raised(), .authoritative)
                    await core.settled()
                }
            }
            try check(await core.state.count == n, "not all are shown")
            for prediction in kept { prediction.commit() }
        },
        Growing("pending", "pending predictions") { n, span in
            let core = Core(state: Board())
            let kept = (0..<n).map { _ in core.predict(Raised()) }
            await core.settled()
            let found = await span { await core.pending }
            try check(found.count == n, "\(found.count) are pending")
            for prediction in kept { prediction.commit() }
        },
        Growing("prediction(_:)", "pending predictions") { n, span in
            let core = Core(state: Board())
            let kept = (0..<n).map { _ in core.predict(Raised()) }
            await core.settled()
            var found = 0
            span { for prediction in kept where core.prediction(prediction.id) != nil { found += 1 } }
            try check(found == n, "\(found) are pending")
            for prediction in kept { prediction.commit() }
        },
        Growing("isPending(about:)", "pending predictions") { n, span in
            let core = Core(state: Board())
            let kept = (0..<n).map { core.predict(Raised(), about: [$0]) }
            await core.settled()
            var found = 0
            await span { for entity in 0..<n where await core.isPending(about: entity) { found += 1 } }
            try check(found == n, "\(found) are pending")
            for prediction in kept { prediction.commit() }
        },
        Growing("optimistically(_:) one after the other", "changes") { n, span in
            let core = Core(state: Board())
            try await span {
                for id in 0..<n { try await core.optimistically(Raised(), about: [id]) { _ in .commit } }
            }
            try check(await core.state.count == n, "not all are shown")
        },
        Growing("optimistically(_:), n at once", "changes") { n, span in
            let core = Core(state: Board())
            try await span {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for id in 0..<n {
                        group.addTask { try await core.optimistically(Raised(), about: [id]) { _ in .commit } }
                    }
                    try await group.waitForAll()
                }
            }
            try check(await core.state.count == n, "not all are shown")
        },
        Growing("changing(about:)", "changes") { n, span in
            let core = Core(state: Board())
            await span { for id in 0..<n { await core.changing(about: [id]) { core.fire(event: Raised()) } } }
            await core.settled()
            try check(await core.state.count == n, "not all are shown")
        },
        Growing("readBetweenChanges(about:)", "reads, and pending predictions about others") { n, span in
            let core = Core(state: Board())
            let kept = (0..<n).map { core.predict(Unrelated(), about: [$0]) }
            await core.settled()
            try await span {
                for id in 0..<n { try await core.readBetweenChanges(about: [id + n]) { [Raised()] } }
            }
            try check(await core.state.count == n, "not all are shown")
            for prediction in kept { prediction.commit() }
        },
    ]

    /// n predictions that are pending, ended inside of the span.
    private static func ending(
        _ n: Int, _ span: Span, left: Int? = nil,
        _ end: nonisolated(nonsending) (Core<Board>, [Prediction]) async -> Void
    ) async throws {
        let core = Core(state: Board())
        let kept = (0..<n).map { _ in core.predict(Raised()) }
        await core.settled()
        await span { await end(core, kept) }
        let (count, pending) = (await core.state.count, await core.pending)
        try check(count == left ?? n && pending.isEmpty, "\(count) are shown, \(pending.count) pending")
    }
}
