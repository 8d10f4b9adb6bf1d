/// A list with optimistic changes in the most common hand-written form: the change is applied to the list itself, and its
/// inverse is stored until the response arrives.
package final class HandWrittenClient: Client {
    package enum Undo: Sendable {
        /// The list as it was before.
        case snapshot
        /// The opposite change.
        case inverse
    }

    /// The action at the end of a change.
    package enum Settling: Sendable {
        /// The row of the response is stored; everything is read again if the response was lost.
        case answer
        /// All rows are read again. A change cancels the read that it overlaps.
        case refetch
        /// The same, but only when no change is pending any more.
        case refetchAfterLast
    }

    private let undo: Undo
    private let settling: Settling

    private var rows: [String: Row] = [:]
    /// The inverse of each pending change.
    private var undoings: [String: Undoing] = [:]
    /// The read that is waited for: one at a time, the newest.
    private var fetch: String?
    private var fetches = 0
    /// The newest received version of each row, so that an older push is dropped.
    private var versions: [String: Int] = [:]

    private enum Undoing {
        case list([String: Row])
        case change(Operation)
        case nothing
    }

    package init(undo: Undo, settling: Settling) {
        self.undo = undo
        self.settling = settling
    }

    package func take(_ message: Message, turns: Int?) -> Reply {
        var reply = Reply()
        switch message {
        case .start(_, let rows, _):
            forget()
            fetches = 0
            self.rows = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
        case .act(let request, let operation, let isPlain):
            if settling != .answer { giveUpFetch(&reply) }
            undoings[request] = isPlain ? .nothing : undoing(operation)
            if !isPlain { change(operation) }
            reply.send.append(Request(request, .change(operation)))
        case .answer(let answer): take(answer, &reply)
        case .push(let known): receive(known)
        case .refresh(let page): ask(page: page, &reply)
        case .reset, .restart:
            forget()
            ask(&reply)
        }
        reply.show = rows.values.sorted { ($0.place, $0.id) < ($1.place, $1.id) }
        return reply
    }

    private func take(_ answer: Answer, _ reply: inout Reply) {
        if case .listing(let listing) = answer.content {
            guard answer.request == fetch else { return }
            fetch = nil
            if listing.page == nil { rows = [:] }
            for row in listing.rows {
                rows[row.id] = row
                versions[row.id] = max(versions[row.id] ?? 0, row.version)
            }
            return
        }
        guard let undoing = undoings.removeValue(forKey: answer.request) else { return }
        switch answer.content {
        case .done(let known): if settling == .answer { receive(known) }
        case .refused: perform(undoing)
        case .lost:
            perform(undoing)
            if settling == .answer { ask(&reply) }
        case .listing: break
        }
        if settling == .refetch || settling == .refetchAfterLast && undoings.isEmpty { ask(&reply) }
    }

    private func undoing(_ operation: Operation) -> Undoing {
        guard undo == .inverse, let row = rows[operation.id] else {
            return undo == .inverse ? .change(.delete(operation.id)) : .list(rows)
        }
        return switch operation {
        case .set(let id, _): .change(.set(id, value: row.value))
        case .add(let id, let count): .change(.add(id, -count))
        case .move(let id, _): .change(.move(id, place: row.place))
        case .put(let id, _, _), .delete(let id): .change(.put(id, value: row.value, place: row.place))
        }
    }

    private func perform(_ undoing: Undoing) {
        switch undoing {
        case .list(let rows): self.rows = rows
        case .change(let operation): change(operation)
        case .nothing: break
        }
    }

    private func change(_ operation: Operation) { rows[operation.id] = operation.applied(to: rows[operation.id]) }

    private func receive(_ known: Known) {
        guard known.version >= versions[known.id] ?? 0 else { return }
        versions[known.id] = known.version
        rows[known.id] = known.row
    }

    private func ask(page: Int? = nil, _ reply: inout Reply) {
        giveUpFetch(&reply)
        fetches += 1
        fetch = "f\(fetches)"
        reply.send.append(Request("f\(fetches)", .fetch(page: page)))
    }

    private func giveUpFetch(_ reply: inout Reply) {
        if let fetch { reply.cancel.append(fetch) }
        fetch = nil
    }

    private func forget() { (rows, undoings, fetch, versions) = ([:], [:], nil, [:]) }
}
