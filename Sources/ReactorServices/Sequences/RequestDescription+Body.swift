public import ReactorFoundation

extension RequestDescription {
    /// What a described request carries.
    public enum Body: Hashable, Codable, Sendable {
        /// Nothing.
        case none
        /// These bytes, of this media type.
        case bytes(Data, contentType: String)
        /// A file, named by its path and read while it is sent.
        case file(path: String, contentType: String)
        /// A form with files, read while they are sent.
        case multipart(MultipartForm)

        /// A text.
        public static func text(_ text: String) -> Body {
            .bytes(Data(text.utf8), contentType: "text/plain; charset=utf-8")
        }

        /// A value as JSON, its members sorted, so that the same value is the same body.
        ///
        /// - Throws: What the value's `encode(to:)` throws.
        public static func json(_ value: some Encodable) throws -> Body {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return .bytes(try encoder.encode(value), contentType: "application/json")
        }
    }
}

extension RequestDescription.Body {
    /// The body to send, and the media type to send it as; files are opened now.
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
