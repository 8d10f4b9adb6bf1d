/// Gives every request the header fields and query items that it does not have itself.
public struct DefaultFieldsRequestPreparer: RequestPreparer {
    /// The fields to add, each only where the request has none of its name.
    var headers: HeaderFields
    /// The query items to add, each only where the request has none of its name.
    var query: QueryItems

    /// A preparer that adds these fields and items; without arguments it adds nothing.
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
