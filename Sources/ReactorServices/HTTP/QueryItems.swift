/// The query of a request, in its order; one name may stand in it several times.
///
/// ```swift
/// let query: QueryItems = ["id": 123, "tag": "new", "tag": "large"]      // ?id=123&tag=new&tag=large
/// ```
public struct QueryItems: Hashable, Sendable {
    public struct Item: Hashable, Sendable {
        public let name: String
        /// Nil for a name without `=`.
        public let value: String?
        /// The item as it is sent.
        public let encoded: String

        public init(name: String, value: String?) {
            self.name = name
            self.value = value
            let name = PercentEncoding.component(name)
            encoded = value.map { "\(name)=\(PercentEncoding.component($0))" } ?? name
        }

        /// An item of an address that somebody else wrote; sent as it stands there.
        init(written: Substring) {
            let parts = written.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            name = PercentEncoding.decoded(parts[0])
            value = parts.count == 2 ? PercentEncoding.decoded(parts[1]) : nil
            encoded = PercentEncoding.query(written)
        }
    }

    public var items: [Item]

    public init(_ items: [Item] = []) { self.items = items }

    /// The items of a query that somebody else wrote, such as that of a signed address; sent exactly as written, but
    /// for characters that may not stand there.
    public init(written query: String) {
        items = query.split(separator: "&").map { Item(written: $0) }
    }

    public var isEmpty: Bool { items.isEmpty }

    /// The first value of this name.
    public subscript(name: String) -> String? { items.first { $0.name == name }?.value }

    public func contains(_ name: String) -> Bool { items.contains { $0.name == name } }

    public mutating func add(_ value: (any LosslessStringConvertible)?, for name: String) {
        items.append(Item(name: name, value: value.map { $0.description }))
    }

    /// As it is sent, without the question mark.
    public var encoded: String { items.map(\.encoded).joined(separator: "&") }
}

extension QueryItems: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral items: (String, any LosslessStringConvertible)...) {
        self.init(items.map { Item(name: $0.0, value: $0.1.description) })
    }
}

extension QueryItems: CustomStringConvertible, CustomReflectable {
    /// The names alone: values of a query may be secret, as in signed addresses.
    public var description: String { items.map { "\($0.name)=\(Errors.hidden)" }.joined(separator: "&") }

    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension QueryItems.Item: CustomStringConvertible, CustomReflectable {
    public var description: String { "\(name)=\(Errors.hidden)" }

    public var customMirror: Mirror { Mirror(self, children: []) }
}
