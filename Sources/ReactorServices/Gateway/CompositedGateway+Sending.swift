import Reactor

/// A request as the preparers left it, and what the cache knows about it.
struct Prepared: Sendable {
    let request: Request
    let lookup: ResponseCache.Lookup
    /// How much of the request's time the preparers took.
    let spent: Duration
}

/// The gateways whose preparers run in this task; a request that one of them submits there would wait for itself.
enum Preparation {
    @TaskLocal static var gateways: Set<ObjectIdentifier> = []
}

extension CompositedGateway {
    /// Runs the preparers on a request as it was submitted, and checks what came of it.
    func prepare(_ submitted: Request) async throws -> Prepared {
        let began = runtime.clock.now
        var properties = MutableRequestProperties(submitted)
        if properties.stallTimeout == nil { properties.timeout = properties.timeout ?? limits.timeout }
        // What is not gathered needs no bound.
        if properties.onBody == nil { properties.answerLimit = properties.answerLimit ?? limits.answer }
        properties = try await prepared(properties)
        properties.body = try properties.body.limited(to: limits.body)
        let request = try submitted.with(properties)
        return Prepared(request: request, lookup: await cache.look(for: request), spent: runtime.clock.now - began)
    }

    private func prepared(_ properties: MutableRequestProperties) async throws -> MutableRequestProperties {
        guard !preparers.isEmpty else { return properties }
        let busy = Preparation.gateways.union([ObjectIdentifier(self)])
        let prepare: @Sendable () async throws -> MutableRequestProperties = { [preparers, baseURL] in
            try await Preparation.$gateways.withValue(busy) {
                var properties = properties
                var secrets = SecretOrigins(properties, base: baseURL)
                for preparer in preparers {
                    let before = properties.origin(under: baseURL)
                    try await preparer.prepareRequest(&properties)
                    secrets.note(properties, movedFrom: before)
                }
                secrets.strip(&properties)
                return properties
            }
        }
        guard let time = properties.timeout ?? properties.stallTimeout else { return try await prepare() }
        return try await runtime.clock.limiting(to: time, prepare)
    }

    /// Sends a prepared request once, within what is left of its time.
    func send(_ prepared: Prepared) async throws -> Response {
        var request = try cache.revalidating(prepared.request, prepared.lookup)
        let movement = request.stallTimeout.map { Movement(clock: runtime.clock, limit: $0) }
        if let movement { request = try movement.watching(request) }
        let (network, ready) = (network, request)
        CallTrace.current?.carries(MutableRequestProperties(ready))
        let send: @Sendable () async throws -> Response = {
            guard let movement else { return try await network.send(ready) }
            return try await race({ try await network.send(ready) }, against: { try await movement.hasStopped() })
        }
        guard let timeout = ready.timeout else { return try await send().held(to: ready.answerLimit) }
        let response = try await runtime.clock.limiting(to: timeout, spent: prepared.spent, send)
        return try response.held(to: ready.answerLimit)
    }
}

extension Response {
    /// This answer, if it is no larger than that. The status of an error says enough: it is given without its body.
    func held(to limit: Int?) throws(GatewayError) -> Response {
        guard let limit, body.count > limit else { return self }
        guard !isSuccess else { throw .answerTooLarge(limit: limit) }
        var response = self
        response.body.removeAll()
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
        case .none, .bytes, .typed, .stream: return self
        }
    }
}
