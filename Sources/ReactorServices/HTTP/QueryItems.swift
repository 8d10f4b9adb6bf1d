/// The query of a request, in its order; one name may stand in it several times.
///
/// ```swift
/// let query: QueryItems = ["id": 123, "tag": "new", "tag": "large"]      // ?id=123&tag=new&tag=large
/// ```
public struct QueryItems: Hashable, Sendable {
    /// One item of a query, `name=value`.
    public struct Item: Hashable, Sendable {
        /// The name, before it is percent-encoded.
        public let name: String
        /// Nil for a name without `=`.
        public let value: String?
        /// The item as it is sent.
        package let encoded: String
        /// Whether its value says who asks; it is masked where a service repeats it, and goes to no other origin.
        public let isSecret: Bool

        /// An item of plain text, percent-encoded when it is sent; nil: a name without `=`.
        public init(name: String, value: String?, isSecret: Bool = false) {
            self.name = name
            self.value = value
            self.isSecret = isSecret
            let name = PercentEncoding.component(name)
            encoded = value.map { "\(name)=\(PercentEncoding.component($0))" } ?? name
        }

        /// An item of an address that somebody else wrote; sent as it stands there.
        init(written: Substring, isSecret: Bool) {
            self.isSecret = isSecret
            let parts = written.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            name = PercentEncoding.decoded(parts[0])
            value = parts.count == 2 ? PercentEncoding.decoded(parts[1]) : nil
            encoded = PercentEncoding.query(written)
        }

        init(_ item: Item, isSecret: Bool) {
            name = item.name
            value = item.value
            encoded = item.encoded
            self.isSecret = isSecret
        }
    }

    /// The items in the order they are sent in.
    public var items: [Item]

    /// A query of these items in this order.
    public init(_ items: [Item] = []) { self.items = items }

    /// The items of a query that somebody else wrote, such as that of a signed address; sent as written, empty items
    /// included. Only what may not stand in an address (RFC 3986), a blank or a square bracket say, is percent-encoded.
    package init(written query: String, isSecret: Bool = false) {
        items =
            query.isEmpty
            ? []
            : query.split(separator: "&", omittingEmptySubsequences: false)
                .map { Item(written: $0, isSecret: isSecret) }
    }

    /// Whether there is no item; the address then has no question mark.
    var isEmpty: Bool { items.isEmpty }

    /// The first value of this name.
    public subscript(name: String) -> String? { items.first { $0.name == name }?.value }

    /// Whether there is an item of exactly this name, with a value or without.
    func contains(_ name: String) -> Bool { items.contains { $0.name == name } }

    /// Adds an item behind the others, also behind those of its name; nil adds the name without `=`.
    public mutating func add(
        _ value: (any LosslessStringConvertible)?, for name: String, isSecret: Bool = false
    ) {
        items.append(Item(name: name, value: value.map { $0.description }, isSecret: isSecret))
    }

    /// Marks the items that are not among `others` as secret.
    mutating func markSecret(unlessIn others: QueryItems) {
        items = items.map { others.items.contains($0) ? $0 : Item($0, isSecret: true) }
    }

    /// As it is sent, without the question mark.
    package var encoded: String { items.map(\.encoded).joined(separator: "&") }
}

extension QueryItems: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral items: (String, any LosslessStringConvertible)...) {
        self.init(items.map { Item(name: $0.0, value: $0.1.description) })
    }
}

extension QueryItems: DescribedOnly {
    /// The names alone: values of a query may be secret, as in signed addresses.
    public var description: String { items.map { "\($0.name)=\(HiddenText.mark)" }.joined(separator: "&") }
}

extension QueryItems.Item: DescribedOnly {
    public var description: String { "\(name)=\(HiddenText.mark)" }
}
