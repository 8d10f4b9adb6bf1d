import Reactor

/// A request as the preparers left it, and what the cache knows about it.
struct Prepared: Sendable {
    let request: Request
    let lookup: ResponseCache.Lookup
    /// How much of the request's time the preparers took.
    let spent: Duration
}

/// What goes on in this task with requests that are about to be sent.
enum Preparation {
    /// Changes one request at the moment of sending.
    typealias Step = @Sendable (inout MutableRequestProperties) async throws -> Void

    /// The gateways whose preparers run; a request that is submitted there would wait for itself.
    @TaskLocal static var gateways: Set<ObjectIdentifier> = []
    /// The gateways for which a credential is being put on; what it asks there goes in the place that is held for it.
    @TaskLocal static var lenders: Set<ObjectIdentifier> = []
}

extension CompositedGateway {
    /// Runs `step` and the preparers on a request as it was submitted, and checks what came of it.
    func prepare(_ submitted: Request, _ step: Preparation.Step?) async throws -> Prepared {
        let began = runtime.clock.now
        var properties = submitted.properties
        if properties.stallTimeout == nil { properties.timeout = properties.timeout ?? limits.timeout }
        // What is not gathered needs no bound.
        if properties.onBody == nil { properties.answerLimit = properties.answerLimit ?? limits.answer }
        try properties.writeMultipart(random: runtime.random)
        properties = try await prepared(properties, step)
        properties.body = try properties.body.limited(to: limits.body)
        let request = try submitted.with(properties)
        return Prepared(request: request, lookup: await cache.look(for: request), spent: runtime.clock.now - began)
    }

    private func prepared(
        _ properties: MutableRequestProperties, _ step: Preparation.Step?
    ) async throws -> MutableRequestProperties {
        guard !preparers.isEmpty || step != nil else { return properties }
        let own: Set = [ObjectIdentifier(self)]
        let prepare: @Sendable () async throws -> MutableRequestProperties = { [preparers, baseURL] in
            var submitted = properties
            if let step {
                let lenders = Preparation.lenders.union(own)
                submitted = try await Preparation.$lenders.withValue(lenders) {
                    var submitted = properties
                    try await step(&submitted)
                    return submitted
                }
            }
            return try await Preparation.$gateways.withValue(Preparation.gateways.union(own)) { [submitted] in
                var properties = submitted
                if properties.named == nil, properties.credentialIdentity != nil {
                    properties.named = Secrets(of: properties)
                }
                var secrets = SecretOrigins(properties, base: baseURL)
                for preparer in preparers {
                    let before = properties
                    try await preparer.prepareRequest(&properties)
                    secrets.note(properties, movedFrom: before.origin(under: baseURL))
                    properties.noteIdentity(since: before)
                }
                secrets.strip(&properties)
                return properties
            }
        }
        guard let time = properties.timeout ?? properties.stallTimeout else { return try await prepare() }
        return try await runtime.clock.limiting(to: time, prepare)
    }

    /// Sends a prepared request, and what it is redirected to, within what is left of its time.
    func send(_ prepared: Prepared, _ trace: CallTrace?) async throws -> Answer {
        var request = try cache.revalidating(prepared.request, prepared.lookup)
        let isConditional = prepared.lookup.cached != nil && request.headers.contains(ResponseCache.condition)
        let movement = request.stallTimeout.map { Movement(clock: runtime.clock, limit: $0) }
        if let movement { request = try movement.watching(request) }
        let ready = request
        let send: @Sendable () async throws -> Answer = {
            guard let movement else { return try await self.follow(ready, isConditional: isConditional, trace) }
            return try await race(
                { try await self.follow(ready, isConditional: isConditional, trace) },
                against: { try await movement.hasStopped() })
        }
        var answer =
            if let timeout = ready.timeout {
                try await runtime.clock.limiting(to: timeout, spent: prepared.spent, send)
            } else {
                try await send()
            }
        answer.response = try answer.response.held(to: ready.answerLimit)
        return answer
    }

    /// An answer, and the address that it came from.
    struct Answer: Sendable {
        var response: Response
        let wasRedirected: Bool
        /// Whether it was asked about a cached response of its address.
        let isConditional: Bool
    }

    /// Hands a request to the network, then each that its redirects make of it.
    ///
    /// - Parameter isConditional: Whether the cache has added a condition, which is about the first address alone.
    private func follow(_ request: Request, isConditional: Bool, _ trace: CallTrace?) async throws -> Answer {
        var rules = RedirectRules()
        var request = request
        var wasRedirected = false
        while true {
            trace?.carries(request.properties)
            do {
                let response = try await sendNotingChange(request)
                guard let next = try rules.next(after: response, to: request) else {
                    return Answer(
                        response: response, wasRedirected: wasRedirected,
                        isConditional: isConditional && !wasRedirected)
                }
                try Task.checkCancellation()
                request = isConditional && !wasRedirected ? try next.without(ResponseCache.condition) : next
                wasRedirected = true
            } catch let error as GatewayError {
                throw error.withoutSecrets(of: request.properties)
            }
        }
    }
}

extension CompositedGateway {
    /// Hands a request to the network. What was kept of what it may have changed is forgotten, unless the server refused it.
    private func sendNotingChange(_ request: Request) async throws -> Response {
        do {
            let response = try await network.send(request)
            if !(400..<500).contains(response.status) { await cache.change(by: request) }
            return response
        } catch {
            await cache.change(by: request)
            throw error
        }
    }
}

extension Request {
    fileprivate func without(_ name: String) throws -> Request {
        var properties = properties
        properties.headers.remove(name)
        return try with(properties)
    }
}

extension Response {
    /// This answer, if it is no larger than that. The status of an error says enough: it is given without its body.
    func held(to limit: Int?) throws(GatewayError) -> Response {
        guard let limit, body.count > limit else { return self }
        guard !isSuccess else {
            throw .answerTooLarge(status: status, limit: limit, type: headers["Content-Type"])
        }
        var response = self
        response.body.removeAll()
        return response
    }
}

extension RequestBody {
    /// This body, refused when it is larger; a stream of unknown length while it is read.
    func limited(to limit: Int) throws -> RequestBody {
        if let length, length > limit { throw GatewayError(.bodyTooLarge(limit: limit)) }
        switch self {
        case .value, .multipart: throw GatewayError(.unwrittenBody)
        case .stream(let stream) where stream.length == nil: return .stream(stream.limited(to: limit))
        case .none, .bytes, .typed, .stream: return self
        }
    }
}
