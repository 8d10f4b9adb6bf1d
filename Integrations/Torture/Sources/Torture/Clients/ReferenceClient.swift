/// The smallest client that obeys every rule: it stores the server's data with its version, and the user's pending changes.
///
/// It shows that the rules can be obeyed, and serves as an example.
package final class ReferenceClient: Client {
    /// The server's data: the newest version of each row, and the version of the last complete list.
    private var known: [String: (version: Int, row: Row?)] = [:]
    private var floor = 0
    /// Requests that the known rows include.
    private var applied: Set<String> = []
    private var pending: [(request: String, operation: Operation)] = []
    private var waiting: Set<String> = []
    private var fetches = 0

    package init() {}

    package func take(_ message: Message, turns: Int?) -> Reply {
        var reply = Reply()
        switch message {
        case .start(_, let rows, let version):
            forget()
            fetches = 0
            receive(Listing(rows: rows, version: version, applied: []))
        case .act(let request, let operation, _):
            pending.append((request, operation))
            waiting.insert(request)
            reply.send.append(Request(request, .change(operation)))
        case .answer(let answer):
            guard waiting.remove(answer.request) != nil else { break }
            switch answer.content {
            case .done(let one): receive(one)
            case .listing(let listing): receive(listing)
            case .refused: break
            case .lost: reply.send.append(fetch())
            }
            pending.removeAll { $0.request == answer.request }
        case .push(let one): receive(one)
        case .refresh(let page): reply.send.append(fetch(page: page))
        case .reset:
            forget()
            reply.send.append(fetch())
        case .restart:
            reply.kept = pending.map(\.request)
            waiting = Set(reply.kept)
            reply.send = pending.map { Request($0.request, .change($0.operation)) } + [fetch()]
        }
        var rows = known.compactMapValues(\.row)
        for change in pending where !applied.contains(change.request) {
            rows[change.operation.id] = change.operation.applied(to: rows[change.operation.id])
        }
        reply.show = rows.values.sorted { ($0.place, $0.id) < ($1.place, $1.id) }
        return reply
    }

    private func receive(_ one: Known) {
        guard one.version >= known[one.id]?.version ?? floor else { return }
        known[one.id] = (one.version, one.row)
        applied.formUnion(one.applied)
    }

    private func receive(_ listing: Listing) {
        applied.formUnion(listing.applied)
        for row in listing.rows where row.version >= known[row.id]?.version ?? floor {
            known[row.id] = (row.version, row)
        }
        guard listing.page == nil, listing.version >= floor else { return }
        let ids = Set(listing.rows.map(\.id))
        known = known.filter { ids.contains($0.key) || $0.value.version > listing.version }
        floor = listing.version
    }

    private func fetch(page: Int? = nil) -> Request {
        fetches += 1
        waiting.insert("f\(fetches)")
        return Request("f\(fetches)", .fetch(page: page))
    }

    private func forget() { (known, floor, applied, pending, waiting) = ([:], 0, [], [], []) }
}
