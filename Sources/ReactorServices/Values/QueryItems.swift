/// The items of a query in their order. Names can occur several times.
///
/// ```swift
/// let query: QueryItems = ["id": 123, "tag": "new", "tag": "large"]      // ?id=123&tag=new&tag=large
/// ```
public struct QueryItems: Hashable, Sendable {
    /// An item of a query, `name=value`.
    public struct Item: Hashable, Sendable {
        /// The name before it is percent-encoded.
        public let name: String
        /// The value, or nil for a name without `=`.
        public let value: String?
        package let encoded: String
        /// Whether the value is a credential. It is masked if a service repeats it, and is not sent to other origins.
        public let isSecret: Bool

        /// Creates an item of plain text, which is percent-encoded when it is sent. nil as its value creates a name
        /// without `=`.
        public init(name: String, value: String?, isSecret: Bool = false) {
            self.name = name
            self.value = value
            self.isSecret = isSecret
            let name = PercentEncoding.component(name)
            encoded = value.map { "\(name)=\(PercentEncoding.component($0))" } ?? name
        }

        /// Creates an item from a written query. It is sent as written.
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

    /// The items in the order in which they are sent.
    public var items: [Item]

    /// Creates a query of these items in this order.
    public init(_ items: [Item] = []) { self.items = items }

    /// Creates the items of a written query, such as that of a signed URL. They are sent as written, including empty
    /// items. Only characters that are invalid in an address (RFC 3986), such as blanks and square brackets, are
    /// percent-encoded.
    package init(written query: String, isSecret: Bool = false) {
        items =
            query.isEmpty
            ? []
            : query.split(separator: "&", omittingEmptySubsequences: false)
                .map { Item(written: $0, isSecret: isSecret) }
    }

    /// Whether there are no items. The address then has no question mark.
    var isEmpty: Bool { items.isEmpty }

    /// The first value with this name.
    public subscript(name: String) -> String? { items.first { $0.name == name }?.value }

    func contains(_ name: String) -> Bool { items.contains { $0.name == name } }

    /// Adds an item after all others, including those of the same name. nil adds the name without `=`.
    public mutating func add(
        _ value: (any LosslessStringConvertible)?, for name: String, isSecret: Bool = false
    ) {
        items.append(Item(name: name, value: value.map { $0.description }, isSecret: isSecret))
    }

    /// Marks the items that are not among `others` as secret.
    mutating func markSecret(unlessIn others: QueryItems) {
        items = items.map { others.items.contains($0) ? $0 : Item($0, isSecret: true) }
    }

    /// The query as it is sent, without the question mark.
    package var encoded: String { items.map(\.encoded).joined(separator: "&") }
}

extension QueryItems: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral items: (String, any LosslessStringConvertible)...) {
        self.init(items.map { Item(name: $0.0, value: $0.1.description) })
    }
}

extension QueryItems: DescribedOnly {
    /// The names of the items. Values are hidden, because they can be secret, as in signed URLs.
    public var description: String { items.map { "\($0.name)=\(HiddenText.mark)" }.joined(separator: "&") }
}

extension QueryItems.Item: DescribedOnly {
    public var description: String { "\(name)=\(HiddenText.mark)" }
}
