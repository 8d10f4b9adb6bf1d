/// The encoding of a value by ``StateEncoding``. An unchanged part is the same object in memory as in the previous encoding, so
/// the cost of a comparison depends on the size of the change.
package enum EncodedValue: Sendable {
    /// A value without lists that are worth sharing.
    case json(JSON)
    /// An object with a member that is an object or list of this type.
    case object(EncodedObject)
    /// A long list, or a list with an element that is an object or list of this type.
    case list(EncodedList)
}

/// An object with a member that is not plain JSON.
package final class EncodedObject: Sendable {
    /// A name and its value.
    package struct Member: Sendable {
        let key: String
        var value: EncodedValue
    }

    /// The members, sorted by unique names.
    let members: [Member]

    init(_ members: [Member]) { self.members = members }
}

extension EncodedValue {
    /// Creates the value that an encoder would have given, with sorted members. O(size).
    package init(_ json: JSON) { self = .json(json.inOrderOfNames) }

    /// The value as JSON. O(size).
    package var json: JSON {
        switch self {
        case .json(let json): json
        case .object(let object):
            .object(JSON.Object(distinct: object.members.map { JSON.Object.Member(key: $0.key, value: $0.value.json) }))
        case .list(let list): .array(list.leaves.flatMap { $0.elements.map(\.json) })
        }
    }

    /// Whether both are the same object in memory, or equal values without lists.
    package func isSame(as other: EncodedValue) -> Bool {
        switch (self, other) {
        case (.json(let left), .json(let right)): left == right
        case (.object(let left), .object(let right)): left === right
        case (.list(let left), .list(let right)): left === right
        default: false
        }
    }

    /// Whether both are equal. Parts that are the same object in memory are skipped.
    package func isEqual(to other: EncodedValue) -> Bool {
        if isSame(as: other) { return true }
        switch (self, other) {
        case (.json, .json): return false
        case (.object(let left), .object(let right)):
            return left.members.count == right.members.count
                && zip(left.members, right.members).allSatisfy {
                    ExactText($0.key) == ExactText($1.key) && $0.value.isEqual(to: $1.value)
                }
        case (.list(let left), .list(let right)):
            return left.count == right.count && left.common(with: right) { $0.isEqual(to: $1) }.head == left.count
        default: return json == other.json
        }
    }

    /// Whether the members of both are the same one by one.
    func isMemberwiseSame(as other: EncodedValue) -> Bool {
        guard case (.object(let left), .object(let right)) = (self, other) else { return isSame(as: other) }
        return left.members.count == right.members.count
            && zip(left.members, right.members).allSatisfy {
                ExactText($0.key) == ExactText($1.key) && $0.value.isSame(as: $1.value)
            }
    }

    /// Returns the text of `JSON.excerpt`. Only the visible part is written.
    package func excerpt(_ limit: Int) -> String {
        var text = ""
        write(to: &text, limit)
        return TerminalText.escaped(text, limit: limit)
    }

    /// Appends the compact text, and may stop after `limit` characters.
    private func write(to text: inout String, _ limit: Int) {
        switch self {
        case .json(let json): text += json.compact
        case .object(let object):
            var sign = "{"
            for member in object.members where text.count <= limit {
                text += "\(sign)\(JSON.string(member.key).compact):"
                sign = ","
                member.value.write(to: &text, limit)
            }
            text += object.members.isEmpty ? "{}" : "}"
        case .list(let list):
            text += "["
            var (elements, isFirst) = (EncodedList.Walker(list), true)
            while text.count <= limit, let element = elements.next() {
                if !isFirst { text += "," }
                isFirst = false
                element.write(to: &text, limit)
            }
            text += "]"
        }
    }
}

extension JSON {
    fileprivate var inOrderOfNames: JSON {
        switch self {
        case .array(let elements): .array(elements.map(\.inOrderOfNames))
        case .object(let object):
            .object(Object(distinct: object.sortedMembers).mapValues(\.value.inOrderOfNames))
        case .null, .bool, .number, .string: self
        }
    }
}

// MARK: - Members and elements

/// The members of an object, sorted by name.
package struct EncodedMembers: RandomAccessCollection {
    private enum Storage {
        case json([JSON.Object.Member])
        case encoded([EncodedObject.Member])
    }

    private let storage: Storage

    fileprivate init(_ members: [JSON.Object.Member]) { storage = .json(members) }
    fileprivate init(_ members: [EncodedObject.Member]) { storage = .encoded(members) }

    package var startIndex: Int { 0 }
    package var endIndex: Int {
        switch storage {
        case .json(let members): members.count
        case .encoded(let members): members.count
        }
    }

    package subscript(index: Int) -> (key: String, value: EncodedValue) {
        switch storage {
        case .json(let members): (members[index].key, .json(members[index].value))
        case .encoded(let members): (members[index].key, members[index].value)
        }
    }

    /// Calls a closure for each member that differs between two objects, with both values.
    package func forEachDifference(
        from others: EncodedMembers, _ body: (String, _ before: EncodedValue?, _ after: EncodedValue?) -> Void
    ) {
        var index = 0
        for (key, value) in self {
            while index < others.count, ExactText(others[index].key) != ExactText(key),
                ExactText(others[index].key) < ExactText(key)
            {
                body(others[index].key, others[index].value, nil)
                index += 1
            }
            guard index < others.count, ExactText(others[index].key) == ExactText(key) else {
                body(key, nil, value)
                continue
            }
            let before = others[index].value
            index += 1
            if !before.isSame(as: value) { body(key, before, value) }
        }
        for (key, value) in others[index...] { body(key, value, nil) }
    }
}

extension EncodedValue {
    /// The members, or nil for a value that is not an object.
    package var members: EncodedMembers? {
        switch self {
        case .json(.object(let object)): EncodedMembers(object.members)
        case .object(let object): EncodedMembers(object.members)
        default: nil
        }
    }

    package func member(_ name: String) -> EncodedValue? {
        switch self {
        case .json(.object(let object)): object[name].map { .json($0) }
        case .object(let object): object.members.first { ExactText($0.key) == ExactText(name) }?.value
        default: nil
        }
    }

    /// The elements, or nil for a value that is not a list. A plain JSON list is one leaf.
    package var list: EncodedList? {
        switch self {
        case .json(.array(let elements)): EncodedList(elements.map { .json($0) }, width: Swift.max(elements.count, 1))
        case .list(let list): list
        default: nil
        }
    }

    /// The number of elements, or nil for a value that is not a list.
    package var elementCount: Int? {
        switch self {
        case .json(.array(let elements)): elements.count
        case .list(let list): list.count
        default: nil
        }
    }

    /// Returns the element at a position, or nil if there is none.
    package func element(_ index: Int) -> EncodedValue? {
        switch self {
        case .json(.array(let elements)): elements.indices.contains(index) ? .json(elements[index]) : nil
        case .list(let list): 0..<list.count ~= index ? list[index] : nil
        default: nil
        }
    }
}
