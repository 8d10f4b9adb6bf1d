/// The fields and query items of a request that are marked as secret.
struct Secrets: Hashable, Sendable {
    private(set) var fields: Set<HeaderFields.Field> = []
    private(set) var items: Set<QueryItems.Item> = []

    init() {}

    init(of request: MutableRequestProperties) {
        fields = Set(request.headers.fields.filter(\.isSecret))
        items = Set(request.query.items.filter(\.isSecret))
    }

    func subtracting(_ others: Secrets) -> Secrets {
        var rest = self
        rest.fields.subtract(others.fields)
        rest.items.subtract(others.items)
        return rest
    }

    func union(_ others: Secrets) -> Secrets {
        var all = self
        all.fields.formUnion(others.fields)
        all.items.formUnion(others.items)
        return all
    }

    func contains(_ field: HeaderFields.Field) -> Bool { fields.contains(field) }
    func contains(_ item: QueryItems.Item) -> Bool { items.contains(item) }
}
