import ReactorFoundation

extension Response {
    /// Creates a response to `request` with a JSON body, for an ``InMemoryNetworkAdapter``.
    public static func json(
        _ status: Int = 200, _ value: JSON, headers: HeaderFields = [:], for request: Request
    ) -> Response {
        var headers = headers
        if !headers.contains("Content-Type") { headers["Content-Type"] = MediaType.json.description }
        return Response(status: status, headers: headers, body: Data(value.bytes()), url: request.url)
    }

    /// Creates a response to `request` with a text as its body.
    public static func text(
        _ status: Int = 200, _ text: String, headers: HeaderFields = [:], for request: Request
    ) -> Response {
        Response(status: status, headers: headers, body: Data(text.utf8), url: request.url)
    }

    /// Creates a response to `request` without a body.
    public static func empty(_ status: Int, headers: HeaderFields = [:], for request: Request) -> Response {
        Response(status: status, headers: headers, url: request.url)
    }
}
