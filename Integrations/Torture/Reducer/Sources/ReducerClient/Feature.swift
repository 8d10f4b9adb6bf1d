/// The list with optimistic changes, written as a reducer: a state, actions, and effects that send actions back.
///
/// The shape is that of the Composable Architecture, on which it does not depend.
struct Feature {
    enum Recipe: String {
        /// Examples/CaseStudies, "Reusable Favoriting": the change goes into the state, a newer change of the same row cancels
        /// the effect of the older one, the response is applied, and a failure makes the opposite change.
        case favoriting
        /// The same, but a failure puts back the list as it was.
        case snapshot
        /// The mitigation: the changes without a response are stored next to the server's data and shown on top of it; one is
        /// sent at a time; no read overlaps a change.
        case quiet
    }

    struct State {
        /// The server's data; with the first two recipes also the user's changes.
        var rows: [String: Row] = [:]
        var pending: [Change] = []
        /// A read is due once no change is pending.
        var isStale = false
        var isReading = false
        var isLoaded = false

        var shown: [Row] {
            pending.reduce(into: rows) { rows, change in rows[change.op.id] = change.op.applied(to: rows[change.op.id])
            }
            .values.sorted { ($0.p, $0.id) < ($1.p, $1.id) }
        }
    }

    struct Change {
        var request: String
        var op: Operation
        var isPlain: Bool
    }

    enum Action {
        case changed(Change)
        case changeResponse(Change, Result<Known, Failure>, Undo)
        case pushed(Known)
        case refreshed
        case rowsResponse([Row])
    }

    enum Failure: Error { case refused, lost }

    enum Undo {
        case rows([String: Row])
        case operation(Operation)
        case nothing
    }

    enum SideEffect {
        /// Sends the change and responds with `changeResponse`. A newer effect with the same id cancels it.
        case change(Change, Undo, id: String?)
        case read
        case cancelRead
    }

    let recipe: Recipe

    func reduce(_ state: inout State, _ action: Action) -> [SideEffect] {
        recipe == .quiet ? reduceQuietly(&state, action) : reduceAtOnce(&state, action)
    }

    private func reduceAtOnce(_ state: inout State, _ action: Action) -> [SideEffect] {
        switch action {
        case .changed(let change):
            guard !change.isPlain else { return [.change(change, .nothing, id: nil)] }
            let id = change.op.id
            let undo: Undo = recipe == .snapshot ? .rows(state.rows) : .operation(change.op.inverse(of: state.rows[id]))
            state.rows[id] = change.op.applied(to: state.rows[id])
            return [.change(change, undo, id: recipe == .favoriting ? id : nil)]
        case .changeResponse(_, .success(let known), _), .pushed(let known):
            take(known, &state)
            return []
        case .changeResponse(_, .failure(let failure), let undo):
            switch undo {
            case .rows(let rows): state.rows = rows
            case .operation(let op): state.rows[op.id] = op.applied(to: state.rows[op.id])
            case .nothing: break
            }
            return failure == .lost ? [.read] : []
        case .refreshed: return [.read]
        case .rowsResponse(let rows):
            // Of each row the newer one.
            let mine = state.rows
            state.rows = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
                .merging(mine) { read, mine in mine.ver > read.ver ? mine : read }
                .filter { id, _ in rows.contains { $0.id == id } }
            return []
        }
    }

    private func reduceQuietly(_ state: inout State, _ action: Action) -> [SideEffect] {
        switch action {
        case .changed(let change):
            state.pending.append(change)
            // The first read may overlap a change: changes wait for it.
            guard state.isLoaded, state.pending.count == 1 else { return [] }
            let wasReading = state.isReading
            (state.isReading, state.isStale) = (false, state.isStale || wasReading)
            return (wasReading ? [.cancelRead] : []) + [.change(change, .nothing, id: nil)]
        case .changeResponse(let change, let result, _):
            state.pending.removeAll { $0.request == change.request }
            switch result {
            case .success(let known): take(known, &state)
            case .failure: state.isStale = true
            }
            return next(&state)
        case .pushed, .refreshed:
            state.isStale = true
            return state.pending.isEmpty && !state.isReading ? next(&state) : []
        case .rowsResponse(let rows):
            (state.isReading, state.isLoaded) = (false, true)
            state.rows = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
            return next(&state)
        }
    }

    /// The next change, or the next read if there is none.
    private func next(_ state: inout State) -> [SideEffect] {
        if let change = state.pending.first { return [.change(change, .nothing, id: nil)] }
        guard state.isStale else { return [] }
        (state.isStale, state.isReading) = (false, true)
        return [.read]
    }

    private func take(_ known: Known, _ state: inout State) {
        if let row = state.rows[known.id], row.ver > known.version { return }
        state.rows[known.id] = known.row
    }
}
