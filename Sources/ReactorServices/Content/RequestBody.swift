import ReactorFoundation

/// What a request carries.
public enum RequestBody: Sendable {
    /// Nothing.
    case none
    /// These bytes.
    case bytes(Data)
    /// These bytes, of this media type: the request's `Content-Type`, where it has no other.
    case typed(Data, MediaType)
    /// Chunks that are read while they are sent, so that a large file is never held in memory.
    case stream(BodyStream)
    /// A value that a ``RequestPreparer`` writes as JSON or as a form before it is sent.
    case value(JSON)
    /// A form with files, `multipart/form-data`, read while it is sent; the gateway writes it and its `Content-Type`.
    ///
    /// Each attempt has a boundary of its own, of the random numbers of the gateway's runtime, unless one is given: 1 to 70
    /// letters, digits and `'()+_,-./:=?`. A form with a part that contains the given boundary is refused.
    case multipart(MultipartForm, boundary: String? = nil)

    /// The bytes of a text.
    public static func text(_ text: String) -> RequestBody { .bytes(Data(text.utf8)) }

    /// A value written as JSON now, so that what is sent does not depend on the gateway.
    ///
    /// It is sent as `application/json`, unless the request says another `Content-Type`.
    ///
    /// - Throws: what the value's `encode(to:)` throws.
    public static func json(_ value: some Encodable, encoder: JSONEncoder = JSONEncoder()) throws -> RequestBody {
        .typed(try encoder.encode(value), .json)
    }

    /// The bytes it has; nil when that is unknown before it is read, or before a preparer has written it.
    public var length: Int? {
        switch self {
        case .none: 0
        case .bytes(let data), .typed(let data, _): data.count
        case .stream(let stream): stream.length
        case .value, .multipart: nil
        }
    }

    /// Whether it can be sent more than once, as another attempt and a redirect need.
    var isRepeatable: Bool {
        guard case .stream(let stream) = self else { return true }
        return stream.isRepeatable
    }
}

extension MutableRequestProperties {
    /// Says what the body is, where it knows and the request does not say.
    mutating func writeContentType() {
        guard case .typed(let data, let type) = body else { return }
        body = .bytes(data)
        if !headers.contains("Content-Type") { headers["Content-Type"] = type.description }
    }

    /// Writes a form with files as a stream, between boundaries of these random numbers where none was given.
    ///
    /// - Throws: ``GatewayError`` for a boundary that cannot be used, or a file that cannot be read.
    mutating func writeMultipart(random: () -> UInt64) throws {
        guard case .multipart(let form, let given) = body else { return }
        let boundary =
            try given.map { given throws(GatewayError) in try MultipartBoundary(given) }
            ?? MultipartBoundary(random: random)
        body = .stream(try form.body(boundary: boundary))
        // Whatever the request says, only this names the boundary.
        headers["Content-Type"] = boundary.contentType
    }
}

extension RequestBody: DescribedOnly {
    /// Its kind and size; never what is in it, which may be secret.
    public var description: String {
        switch self {
        case .none: "no body"
        case .bytes(let data), .typed(let data, _): "\(data.count) bytes"
        case .stream(let stream): stream.length.map { "a stream of \($0) bytes" } ?? "a stream of unknown length"
        case .value: "a value"
        case .multipart(let form, _): "\(form)"
        }
    }
}
