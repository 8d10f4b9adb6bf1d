public import ReactorFoundation

extension RequestDescription {
    /// The body of a described request.
    public enum Body: Hashable, Codable, Sendable {
        /// No body.
        case none
        /// Bytes with a media type.
        case bytes(Data, contentType: String)
        /// A file at a path, which is read while it is sent.
        case file(path: String, contentType: String)
        /// A form with files, which are read while they are sent.
        case multipart(MultipartForm)

        /// Returns a body of plain text.
        public static func text(_ text: String) -> Body {
            .bytes(Data(text.utf8), contentType: "text/plain; charset=utf-8")
        }

        /// Returns a body with a value as JSON. Its members are sorted, so that equal values have equal bodies.
        ///
        /// - Throws: The error of the value's `encode(to:)`.
        public static func json(_ value: some Encodable) throws -> Body {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return .bytes(try encoder.encode(value), contentType: "application/json")
        }
    }
}

extension RequestDescription.Body {
    /// Opens the files, and returns the body to send and its media type.
    func opened(random: () -> UInt64) throws -> (body: RequestBody, contentType: String?) {
        switch self {
        case .none: return (.none, nil)
        case .bytes(let bytes, let contentType): return (.bytes(bytes), contentType)
        case .file(let path, let contentType): return (.stream(try BodyStream(file: path)), contentType)
        case .multipart(let form):
            let boundary = MultipartBoundary(random: random)
            return (.stream(try form.body(boundary: boundary)), boundary.contentType)
        }
    }
}
