import Observation
import Reactor
import Workloads

/// ObservableCores, on the main actor.
extension Growing {
    static let mirrors = [
        Growing("ObservableCore: reading one property", "reads") { n, span in
            try await mirrored(n, span) { mirror in
                var sum = 0
                span { for _ in 0..<n { sum += mirror.count + 1 } }
                try check(sum == n, "\(sum) were read")
            }
        },
        Growing("ObservableCore: reading and firing by turns", "events") { n, span in
            try await mirrored(n, span) { mirror in
                span {
                    for _ in 0..<n {
                        mirror.fire(event: Raised())
                        _ = mirror.count
                    }
                }
                try check(mirror.count == n, "not all were applied")
            }
        },
        Growing("ObservableCore: reading rows by id", "rows") { n, span in
            try await mirrored(n, span) { mirror in
                var sum = 0
                span { for id in 0..<n { sum += mirror.rows[id: id]?.value ?? -1 } }
                try check(sum == 0, "not all were there")
            }
        },
        Growing("ObservableCore: n key paths read, an event that changes another", "key paths and events") { n, span in
            try await mirrored(n, span) { mirror in
                for id in 0..<n { withObservationTracking { _ = mirror[\.rows[id: id]] } onChange: {} }
                span {
                    for _ in 0..<n {
                        mirror.fire(event: Raised())
                        _ = mirror.count
                    }
                }
                try check(mirror.count == n, "not all were applied")
            }
        },
        Growing("ObservableCore of a row's part: made and read", "rows") { n, span in
            try await mirrored(n, span) { mirror in
                var kept: [ObservableCore<Board.Row>] = []
                kept.reserveCapacity(n)
                var sum = 0
                span {
                    for id in 0..<n {
                        let row = ObservableCore(mirror.core.scope(to: \.rows, id: id, default: Board.Row(id: -1)))
                        sum += row.value + 1
                        kept.append(row)
                    }
                }
                try check(sum == n, "\(sum) were read")
            }
        },
        Growing("fire(event:) with n mirrors of rows' parts that were read", "rows, mirrors and events", count: 100) {
            n, span in
            try await mirrored(n, span) { mirror in
                let kept = (0..<n).map {
                    ObservableCore(mirror.core.scope(to: \.rows, id: $0, default: Board.Row(id: -1)))
                }
                for row in kept { _ = row.value }
                span {
                    for _ in 0..<n {
                        mirror.fire(event: Raised())
                        _ = mirror.count
                    }
                }
                try check(mirror.count == n, "not all were applied")
                withExtendedLifetime(kept) {}
            }
        },
        Growing("fire(event:) with a reader that reads again", "events") { n, span in
            try await mirrored(n, span) { mirror in
                let tally = Tally()
                @MainActor
                func observe() {
                    withObservationTracking {
                        _ = mirror.count
                    } onChange: {
                        tally.add()
                    }
                }
                observe()
                span {
                    for _ in 0..<n {
                        mirror.fire(event: Raised())
                        observe()
                    }
                }
                try check(tally.count == n, "\(tally.count) changes were observed")
            }
        },
        Growing("ObservableCore: fire(command:) that fires an event", "commands") { n, span in
            try await mirrored(n, span) { mirror in
                span { for _ in 0..<n { mirror.fire(command: Raising()) } }
                try check(mirror.count == n, "not all ran in the call")
            }
        },
        firing(besides: 10),
        firing(besides: 10_000),
        Growing("ObservableCore: withObservationTracking of n readers, one change", "readers") { n, span in
            try await mirrored(n, span) { mirror in
                let tally = Tally()
                for _ in 0..<n {
                    withObservationTracking {
                        _ = mirror.count
                    } onChange: {
                        tally.add()
                    }
                }
                span {
                    mirror.fire(event: Raised())
                    _ = mirror.count
                }
                try check(tally.count == n, "\(tally.count) were invalidated")
            }
        },
        Growing("ObservableCore[assignable]", "assignments") { n, span in
            await MainActor.run {
                let mirror = ObservableCore(Core(state: Form(), runtime: .main))
                span { for number in 1...n { mirror[Form.number] = number } }
                precondition(mirror.number == n, "not all were assigned")
            }
        },
    ]

    /// Events that change no row, with an observed wrapper for each row.
    private static func firing(besides rows: Int) -> Growing {
        Growing("fire(event:) with \(rows) wrappers of rows", "events") { n, span in
            try await mirrored(rows, span) { mirror in
                let tally = Tally()
                let wrappers = (0..<rows).map { id in
                    ObservableCore(mirror.core.scope(to: \.rows, id: id, default: Board.Row(id: -1)))
                }
                for wrapper in wrappers {
                    withObservationTracking {
                        _ = wrapper.value
                    } onChange: {
                        tally.add()
                    }
                }
                span { for _ in 0..<n { mirror.fire(event: Raised()) } }
                try check(mirror.count == n && tally.count == 0, "\(tally.count) rows were invalidated")
                withExtendedLifetime(wrappers) {}
            }
        }
    }

    private static func mirrored(
        _ n: Int, _ span: Span, _ body: @escaping @MainActor @Sendable (ObservableCore<Board>) throws -> Void
    ) async throws {
        try await MainActor.run { try body(ObservableCore(Core(state: Board(rows: n), runtime: .main))) }
    }
}

/// A state with a property that a control may set.
private struct Form: AssignableState {
    var number = 0

    static let number = Assignable("form.number", \Form.number)
    static let assignables = Assignables(number)

    mutating func react(to event: any Event) { _ = assign(event) }
}
