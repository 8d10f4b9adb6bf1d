extension [MediaType: any ResponseProcessor] {
    /// Reads the body with the parser of its type, if the request wants it and there is one. The body of an error that
    /// cannot be read stays unparsed.
    func parse(_ response: Response, to request: Request) async throws -> Response {
        guard request.applyContentTypeParsing, let type = request.contentTypeOverride ?? response.contentType,
            let parser = self[type] ?? type.syntax.flatMap({ self[$0] })
        else { return response }
        do {
            return try await parser.processResponse(response, to: request)
        } catch  where !response.isSuccess && !(error is CancellationError) {
            // The status is the answer: what stands in front of a service words its errors as it likes.
            return response
        }
    }
}
