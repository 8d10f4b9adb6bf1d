/// A type that observes, changes or rejects a response before the caller receives it.
///
/// Processors run in order, on any thread, for cached and fresh responses. An error skips the other processors and ends
/// the request with it.
public protocol ResponseProcessor: Sendable {
    /// Returns the response for the next processor or the caller.
    func processResponse(_ response: Response, to request: Request) async throws -> Response
}

/// A processor that calls a closure.
public struct ResponseProcessorClosureAdapter: ResponseProcessor {
    private let change: @Sendable (Response, Request) async throws -> Response

    /// Creates a processor that returns the result of `change`. An error of `change` ends the request.
    public init(_ change: @escaping @Sendable (Response) async throws -> Response) {
        self.change = { response, _ in try await change(response) }
    }

    /// Creates a processor whose closure also receives the request.
    package init(request change: @escaping @Sendable (Response, Request) async throws -> Response) {
        self.change = change
    }

    public func processResponse(_ response: Response, to request: Request) async throws -> Response {
        try await change(response, request)
    }
}

/// A parser that stores the body as a `JSON` in `parsedBody`. Of two members with one name the last applies. An empty
/// body stays unparsed.
public struct JsonResponseProcessor: ResponseProcessor {
    /// Creates a parser for ``GatewayParts/parsers``. ``JsonGateway`` already has one.
    public init() {}

    /// - Throws: ``GatewayError`` with the position of the syntax error.
    public func processResponse(_ response: Response, to request: Request) throws -> Response {
        guard !response.body.isEmpty else { return response }
        var response = response
        do {
            response.parsedBody = try JSON(parsingAnswer: response.body)
        } catch {
            throw GatewayError.malformedJSON(error)
        }
        return response
    }
}

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
