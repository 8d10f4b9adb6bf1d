/// A row as a list shows it. It is the same row when value and place are the same; which version it is of is not seen.
package struct Row: Sendable, Identifiable {
    package var id: String
    package var value: Int
    /// The position in the list, for clients that sort by it.
    package var place: Int
    /// The server's version of the row. A row that the user has just changed has its previous version.
    package var version: Int

    package init(id: String, value: Int, place: Int, version: Int = 0) {
        self.id = id
        self.value = value
        self.place = place
        self.version = version
    }
}

extension Row: Hashable {
    package static func == (left: Self, right: Self) -> Bool {
        left.id == right.id && left.value == right.value && left.place == right.place
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(value)
        hasher.combine(place)
    }
}

extension Row: CustomStringConvertible {
    package var description: String { "\(id)=\(value) at \(place)" }
}

/// A change of one row.
package enum Operation: Hashable, Sendable {
    case set(String, value: Int)
    case add(String, Int)
    case put(String, value: Int, place: Int)
    case delete(String)
    case move(String, place: Int)

    /// The row that it changes.
    package var id: String {
        switch self {
        case .set(let id, _), .add(let id, _), .put(let id, _, _), .delete(let id), .move(let id, _): id
        }
    }

    /// The resulting row. A row that does not exist cannot be changed, and stays missing.
    package func applied(to row: Row?) -> Row? {
        if case .put(let id, let value, let place) = self {
            return Row(id: id, value: value, place: place, version: row?.version ?? 0)
        }
        guard var row else { return nil }
        switch self {
        case .set(_, let value): row.value = value
        case .add(_, let count): row.value += count
        case .move(_, let place): row.place = place
        case .delete: return nil
        case .put: break
        }
        return row
    }

    /// The change of a server with its own value: the value is rounded, and the place is already taken.
    var adjusted: Self {
        switch self {
        case .set(let id, let value): .set(id, value: value + 500_000)
        case .add(let id, let count): .add(id, count + 500_000)
        case .put(let id, let value, let place): .put(id, value: value + 500_000, place: place)
        case .move(let id, let place): .move(id, place: place + 500_000)
        case .delete: self
        }
    }
}

extension Operation: CustomStringConvertible {
    package var description: String {
        switch self {
        case .set(let id, let value): "\(id) becomes \(value)"
        case .add(let id, let count): "\(id) counts \(count) more"
        case .put(let id, let value, let place): "\(id)=\(value) is added at \(place)"
        case .delete(let id): "\(id) is deleted"
        case .move(let id, let place): "\(id) moves to \(place)"
        }
    }
}
