package import ReactorTesting

/// Looks for a bug in the app that it is planted in.
package enum OrderSearch {
    /// One session in a simulation. Fails when a state of it breaks an invariant.
    package static func run(_ bug: OrderBug, in sim: Simulation) async throws {
        if OrderBug.ofSearchBox.contains(bug) {
            try await OrderSession.run(SearchBox.self, bug: bug, in: sim)
        } else if OrderBug.ofEditor.contains(bug) {
            try await OrderSession.run(NoteEditor.self, bug: bug, in: sim)
        } else {
            try await OrderSession.run(Booking.self, bug: bug, in: sim)
        }
    }

    /// Every order of what somebody may do and of the answers to it. Fails with the shortest that breaks an invariant.
    ///
    /// - Parameters:
    ///   - bug: the bug, nil for the app without one.
    ///   - bugs: those of the app.
    ///   - depth: how many steps an order has at most.
    package static func explore(_ bug: OrderBug?, of bugs: [OrderBug], depth: Int) throws -> ExplorationReport {
        if bugs == OrderBug.ofSearchBox { return try explore(SearchBox.self, bug, depth, SearchBox.steps) }
        if bugs == OrderBug.ofEditor { return try explore(NoteEditor.self, bug, depth, NoteEditor.steps) }
        return try explore(Booking.self, bug, depth, Booking.steps)
    }

    private static func explore<App: OrderApp>(
        _ app: App.Type, _ bug: OrderBug?, _ depth: Int, _ steps: @escaping (OrderWorld<App>) -> [ExplorationStep]
    ) throws -> ExplorationReport {
        try Exploration(of: OrderWorld<App>(bug: bug), depth: depth, mostStates: 300_000) { world in
            for step in steps(world) { step }
        }
        .always(OrderWorld<App>.invariants).check()
    }
}

extension OrderBug {
    /// All that are planted in the same app.
    package var neighbors: [OrderBug] {
        [Self.ofSearchBox, Self.ofEditor, Self.ofBooking].first { $0.contains(self) } ?? []
    }
}
