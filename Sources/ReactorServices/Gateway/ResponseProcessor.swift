/// Looks at, changes or rejects a response before the caller gets it.
///
/// Processors run in order, on no particular thread; an error skips the rest and ends the request with it. They see
/// cached responses as well as fresh ones.
public protocol ResponseProcessor: Sendable {
    /// The response to go on with.
    func processResponse(_ response: Response, to request: Request) async throws -> Response
}

/// A processor that is a closure.
public struct ResponseProcessorClosureAdapter: ResponseProcessor {
    private let change: @Sendable (Response, Request) async throws -> Response

    /// A processor that goes on with what `change` returns; what `change` throws ends the request.
    public init(_ change: @escaping @Sendable (Response) async throws -> Response) {
        self.change = { response, _ in try await change(response) }
    }

    /// A closure that also looks at the request.
    package init(request change: @escaping @Sendable (Response, Request) async throws -> Response) {
        self.change = change
    }

    public func processResponse(_ response: Response, to request: Request) async throws -> Response {
        try await change(response, request)
    }
}

/// Reads the body as JSON into `parsedBody`, a `JSON`: of two members of one name the last counts. An empty body stays unparsed.
public struct JsonResponseProcessor: ResponseProcessor {
    /// A parser for the ``GatewayParts/parsers`` of a gateway. ``JsonGateway`` has one already.
    public init() {}

    /// - Throws: ``GatewayError`` with the place at which it stops being JSON.
    public func processResponse(_ response: Response, to request: Request) throws -> Response {
        guard !response.body.isEmpty else { return response }
        var response = response
        do {
            response.parsedBody = try JSON(parsingAnswer: response.body)
        } catch {
            throw GatewayError(.malformedJSON(error))
        }
        return response
    }
}
