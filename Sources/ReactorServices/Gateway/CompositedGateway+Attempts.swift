import Reactor

/// A request as the preparers left it, and what the cache knows about it.
struct Prepared: Sendable {
    let request: Request
    let lookup: ResponseCache.Lookup
}

/// The gateways whose preparers run in this task; a request that one of them submits there would wait for itself.
enum Preparation {
    @TaskLocal static var gateways: Set<ObjectIdentifier> = []
}

extension CompositedGateway {
    /// Runs the preparers on a request as it was submitted, and checks what came of it.
    func prepare(_ submitted: Request, _ attempt: Attempt) async throws -> Prepared {
        var properties = MutableRequestProperties(submitted)
        properties.timeout = properties.timeout ?? limits.timeout
        // What is not gathered needs no bound.
        if properties.onBody == nil { properties.answerLimit = properties.answerLimit ?? limits.answer }
        let start = properties
        properties = try await Preparation.$gateways.withValue(Preparation.gateways.union([ObjectIdentifier(self)])) {
            var properties = start
            try await preparer.prepareRequest(&properties, attempt: attempt)
            return properties
        }
        properties.body = try properties.body.limited(to: limits.body)
        let request = try submitted.with(properties)
        return Prepared(request: request, lookup: await cache.look(for: request))
    }

    /// Sends a prepared request once.
    func send(_ prepared: Prepared) async throws -> Response {
        let request = try cache.revalidating(prepared.request, prepared.lookup)
        let network = network
        let send: @Sendable () async throws -> Response = { try await network.send(request) }
        let response =
            if let timeout = request.timeout {
                try await runtime.clock.limiting(to: timeout, send)
            } else {
                try await send()
            }
        if let limit = request.answerLimit, response.body.count > limit {
            throw GatewayError.answerTooLarge(limit: limit)
        }
        return response
    }
}

extension RequestBody {
    /// This body, refused when it is larger; a stream of unknown length while it is read.
    func limited(to limit: Int) throws -> RequestBody {
        if let length, length > limit { throw GatewayError.bodyTooLarge(limit: limit) }
        switch self {
        case .value: throw GatewayError.unwrittenBody
        case .stream(let stream) where stream.length == nil: return .stream(stream.limited(to: limit))
        case .none, .bytes, .stream: return self
        }
    }
}
