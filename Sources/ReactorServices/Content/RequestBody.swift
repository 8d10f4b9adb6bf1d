import ReactorFoundation

/// The body of a request.
public enum RequestBody: Sendable {
    /// No body.
    case none
    /// Bytes without a media type.
    case bytes(Data)
    /// Bytes with a media type, which is the request's `Content-Type` unless the headers contain another.
    case typed(Data, MediaType)
    /// Chunks that are read while they are sent, so that a large file is never held in memory.
    case stream(BodyStream)
    /// A value that a ``RequestPreparer`` encodes as JSON or as a form.
    case value(JSON)
    /// A form with files, `multipart/form-data`, which is read while it is sent. The gateway sets its `Content-Type`.
    ///
    /// By default, each attempt has a new boundary from the random numbers of the gateway's runtime. A given boundary
    /// has 1 to 70 letters, digits and `'()+_,-./:=?`, and a form with a part that contains it is refused.
    case multipart(MultipartForm, boundary: String? = nil)

    /// Returns a body with the UTF-8 bytes of a text.
    public static func text(_ text: String) -> RequestBody { .bytes(Data(text.utf8)) }

    /// Encodes a value as JSON immediately, independently of the gateway.
    ///
    /// The `Content-Type` is `application/json`, unless the request has another.
    ///
    /// - Throws: The error of the value's `encode(to:)`.
    public static func json(_ value: some Encodable, encoder: JSONEncoder = JSONEncoder()) throws -> RequestBody {
        .typed(try encoder.encode(value), .json)
    }

    /// The number of bytes, or nil if it is unknown before the body is read or a preparer has encoded it.
    package var length: Int? {
        switch self {
        case .none: 0
        case .bytes(let data), .typed(let data, _): data.count
        case .stream(let stream): stream.length
        case .value, .multipart: nil
        }
    }

    /// Whether the body can be sent more than once, as a retry or a redirect requires.
    var isRepeatable: Bool {
        guard case .stream(let stream) = self else { return true }
        return stream.isRepeatable
    }
}

extension RequestBody: DescribedOnly {
    /// The kind and size of the body, without its content, which can be secret.
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
