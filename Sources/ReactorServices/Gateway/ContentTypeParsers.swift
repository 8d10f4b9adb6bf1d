extension [MediaType: any ResponseProcessor] {
    /// Parses the body with the parser for its type, if there is one and the request allows it. If the body of an error
    /// response cannot be parsed, it stays unparsed.
    func parse(_ response: Response, to request: Request) async throws -> Response {
        guard request.applyContentTypeParsing, let type = request.contentTypeOverride ?? response.contentType,
            let parser = self[type] ?? type.syntax.flatMap({ self[$0] })
        else { return response }
        do {
            return try await parser.processResponse(response, to: request)
        } catch  where !response.isSuccess && !(error is CancellationError) {
            // The status is sufficient: proxies in front of a service use their own formats for errors.
            return response
        }
    }
}
