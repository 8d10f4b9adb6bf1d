/// Which processor reads which content type.
///
/// The type is compared without parameters and case. A type with a suffix, such as `application/problem+json`, that has
/// no parser of its own is read by the parser of `application/json`.
public struct ContentTypeParsers: Sendable {
    private var parsers: [MediaType: any ResponseProcessor] = [:]

    /// No parsers yet: every body stays unparsed.
    init() {}

    /// The parser of this type; nil where there is none.
    public subscript(type: MediaType) -> (any ResponseProcessor)? {
        get { parsers[type] ?? type.syntax.flatMap { parsers[$0] } }
        set { parsers[type] = newValue }
    }

    /// Reads the body with the parser of its type, if the request wants it and there is one. The body of an error that
    /// cannot be read stays unparsed.
    func parse(_ response: Response, to request: Request) async throws -> Response {
        guard request.applyContentTypeParsing, let type = request.contentTypeOverride ?? response.contentType,
            let parser = self[type]
        else { return response }
        do {
            return try await parser.processResponse(response, to: request)
        } catch  where !response.isSuccess && !(error is CancellationError) {
            // The status is the answer: what stands in front of a service words its errors as it likes.
            return response
        }
    }
}
