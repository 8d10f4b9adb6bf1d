/// A preparer that adds header fields and query items to requests that do not have them.
public struct DefaultFieldsRequestPreparer: RequestPreparer {
    /// The fields to add, unless the request has a field with the same name.
    var headers: HeaderFields
    /// The query items to add, unless the request has an item with the same name.
    var query: QueryItems

    /// Creates a preparer that adds these fields and items.
    public init(headers: HeaderFields = [:], query: QueryItems = [:]) {
        self.headers = headers
        self.query = query
    }

    public func prepareRequest(_ request: inout MutableRequestProperties) {
        let own = request
        for field in headers.fields where !own.headers.contains(field.name) {
            request.headers.add(field)
        }
        request.query.items += query.items.filter { !own.query.contains($0.name) }
    }
}
