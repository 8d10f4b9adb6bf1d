/// The origin for which each secret of a request was added, so that no secret is sent to another origin.
///
/// Secrets of a submitted request are for the address of that request. Secrets that a preparer adds are for the
/// gateway's own server, unless the same preparer sends the request elsewhere.
struct SecretOrigins {
    private let base: BaseURL
    private var fields: [HeaderFields.Field: BaseURL.Origin] = [:]
    private var items: [QueryItems.Item: BaseURL.Origin] = [:]

    init(_ submitted: MutableRequestProperties, base: BaseURL) {
        self.base = base
        note(submitted, for: submitted.origin(under: base))
    }

    /// Records the secrets that a preparer added to a request whose origin was `origin` before.
    mutating func note(_ request: MutableRequestProperties, movedFrom origin: BaseURL.Origin) {
        let now = request.origin(under: base)
        note(request, for: now == origin ? base.origin : now)
    }

    private mutating func note(_ request: MutableRequestProperties, for origin: BaseURL.Origin) {
        for field in request.headers.fields where field.isSecret && fields[field] == nil { fields[field] = origin }
        for item in request.query.items where item.isSecret && items[item] == nil { items[item] = origin }
    }

    /// Removes the secrets that are not for the request's origin.
    func strip(_ request: inout MutableRequestProperties) {
        let origin = request.origin(under: base)
        request.headers = HeaderFields(request.headers.fields.filter { !$0.isSecret || fields[$0] == origin })
        request.query.items.removeAll { $0.isSecret && items[$0] != origin }
    }
}

extension MutableRequestProperties {
    /// Returns the origin to which a gateway with this base URL sends the request.
    func origin(under base: BaseURL) -> BaseURL.Origin { (baseURL ?? base).origin }
}
