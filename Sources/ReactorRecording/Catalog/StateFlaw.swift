import Reactor

/// A member of a state that differs after encoding and decoding, so that a recording of the state is not exact.
public struct StateFlaw: Hashable, Sendable {
    /// The kind of the difference.
    package enum Kind: Hashable, Sendable {
        /// The order of the encoding changes each time, usually because it is the order of hashes.
        case order
        /// The decoded value differs.
        case value
    }

    /// The path of the member in the encoding of the state.
    package let path: JSONPath
    /// The name of its type, or nil if no member with this name is found.
    package let type: String?
    /// The difference between the value and its decoded encoding.
    package let kind: Kind
}

extension StateFlaw: CustomStringConvertible {
    /// The member, the flaw, and a fix.
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
    /// Returns the members of a state that differ after encoding and decoding. It encodes and decodes the state several times,
    /// because two sets in one process usually have different orders.
    ///
    /// The encoder of recordings sorts sets, and dictionaries with arbitrary keys. The flaws are in custom encodings, such as a
    /// loop over a set, or a member that is left out and created by `init(from:)`.
    ///
    /// - Throws: ``CatalogError`` if the state does not encode or decode.
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
    /// Reports the places that differ. An array with the same elements in another order is one place.
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
    /// The number of occurrences of each element.
    fileprivate var counted: [JSON: Int] { reduce(into: [:]) { $0[$1, default: 0] += 1 } }
}

extension Mirror {
    /// Returns the type of the member at a path, if the members have the same names as in the encoding.
    fileprivate func typeName(at path: ArraySlice<JSONPath.Step>) -> String? {
        guard let step = path.first else { return readableName(of: subjectType) }
        let child: Child?
        switch step {
        case .key(let key): child = children.first { $0.label == key || $0.label == "_\(key)" }
        case .index(let index): child = children.dropFirst(index).first
        }
        return child.flatMap { Mirror(reflecting: $0.value).typeName(at: path.dropFirst()) }
    }
}
