import Reactor

/// A member of a state that does not come back from its encoding as what it was, so that a recording of it is not exact.
public struct StateFlaw: Hashable, Sendable {
    /// What is wrong with it.
    public enum Kind: Hashable, Sendable {
        /// It is encoded in another order each time: the order of its hashes, most often.
        case order
        /// It comes back with another value.
        case value
    }

    /// Where it is in the state's encoding.
    public let path: JSONPath
    /// The name of its type, where a member of this name can be found.
    public let type: String?
    /// What is wrong with it.
    public let kind: Kind
}

extension StateFlaw: CustomStringConvertible {
    /// The member, what is wrong with it, and what to use instead.
    public var description: String {
        let member = type.map { "\(path) (\($0))" } ?? "\(path)"
        return switch kind {
        case .order:
            "\(member) is encoded in a different order each time. If encode(to:) iterates over a set or a dictionary, encode the set "
                + "itself, which a recording sorts, or sort first; or use an array or KeyedRows."
        case .value:
            "\(member) is decoded as another value than was encoded. Encode all of it in encode(to:), and restore exactly that in "
                + "init(from:)."
        }
    }
}

extension EventCatalog {
    /// The members of a state that do not come back from its encoding as what they were. It encodes the state, decodes
    /// it, and encodes that, several times over, because two sets in one process mostly have different orders too.
    ///
    /// The encoding of a recording puts sets, and dictionaries of any keys, in an order of their own. What is found here
    /// encodes itself: it goes through a set and writes what comes, or leaves something out that its `init(from:)` makes
    /// up.
    ///
    /// - Throws: ``CatalogError`` when the state does not encode or decode at all.
    public func flaws(of state: StateType) throws(CatalogError) -> [StateFlaw] {
        let written = try encode(state: state)
        let bytes = written.bytes(.canonical)
        var found: [JSONPath: StateFlaw.Kind] = [:]
        for _ in 0..<8 {
            let again = try encode(state: decode(state: bytes, version: version))
            guard again != written else { continue }
            written.compare(with: again, at: JSONPath()) { found[$0] = $1 }
        }
        return found.map { path, kind in
            StateFlaw(path: path, type: Mirror(reflecting: state).typeName(at: path.steps[...]), kind: kind)
        }.sorted { "\($0.path)" < "\($1.path)" }
    }
}

extension JSON {
    /// Names the places that differ: an array of the same elements in another order is one place.
    fileprivate func compare(with other: JSON, at path: JSONPath, found: (JSONPath, StateFlaw.Kind) -> Void) {
        switch (self, other) {
        case (.object(let left), .object(let right)):
            for member in left.members {
                let path = path.appending(.key(member.key))
                guard let value = right[member.key] else {
                    found(path, .value)
                    continue
                }
                member.value.compare(with: value, at: path, found: found)
            }
            for member in right.members where left[member.key] == nil {
                found(path.appending(.key(member.key)), .value)
            }
        case (.array(let left), .array(let right)):
            guard left != right else { return }
            if left.count == right.count, left.counted == right.counted {
                found(path, .order)
            } else if left.count == right.count {
                for (index, pair) in zip(left, right).enumerated() {
                    pair.0.compare(with: pair.1, at: path.appending(.index(index)), found: found)
                }
            } else {
                found(path, .value)
            }
        default:
            if self != other { found(path, .value) }
        }
    }
}

extension [JSON] {
    /// How often each element is there.
    fileprivate var counted: [JSON: Int] { reduce(into: [:]) { $0[$1, default: 0] += 1 } }
}

extension Mirror {
    /// The type of the member that the way leads to, as far as members are named as they are encoded.
    fileprivate func typeName(at path: ArraySlice<JSONPath.Step>) -> String? {
        guard let step = path.first else { return TypeName.readable(subjectType) }
        let child: Child?
        switch step {
        case .key(let key): child = children.first { $0.label == key || $0.label == "_\(key)" }
        case .index(let index): child = children.dropFirst(index).first
        }
        return child.flatMap { Mirror(reflecting: $0.value).typeName(at: path.dropFirst()) }
    }
}
