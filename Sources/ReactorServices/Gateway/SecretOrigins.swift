/// For which origin each secret of a request was put there, so that none goes to another one.
///
/// What a request is submitted with is for the address it is submitted for. What a preparer adds is for the gateway's own
/// server, unless that preparer itself sends the request elsewhere.
struct SecretOrigins {
    private let base: BaseURL
    private var fields: [HeaderFields.Field: BaseURL.Origin] = [:]
    private var items: [QueryItems.Item: BaseURL.Origin] = [:]

    init(_ submitted: MutableRequestProperties, base: BaseURL) {
        self.base = base
        note(submitted, for: submitted.origin(under: base))
    }

    /// A preparer has changed the request, which went to `origin` before.
    mutating func note(_ request: MutableRequestProperties, movedFrom origin: BaseURL.Origin) {
        let now = request.origin(under: base)
        note(request, for: now == origin ? base.origin : now)
    }

    private mutating func note(_ request: MutableRequestProperties, for origin: BaseURL.Origin) {
        for field in request.headers.fields where field.isSecret && fields[field] == nil { fields[field] = origin }
        for item in request.query.items where item.isSecret && items[item] == nil { items[item] = origin }
    }

    /// Takes away what is not for where the request goes.
    func strip(_ request: inout MutableRequestProperties) {
        let origin = request.origin(under: base)
        request.headers = HeaderFields(request.headers.fields.filter { !$0.isSecret || fields[$0] == origin })
        request.query.items.removeAll { $0.isSecret && items[$0] != origin }
    }
}

extension MutableRequestProperties {
    /// Where it goes from a gateway of this base URL.
    func origin(under base: BaseURL) -> BaseURL.Origin { (baseURL ?? base).origin }
}
