import Reactor

struct Prepared: Sendable {
    let request: Request
    let lookup: ResponseCache.Lookup
    /// The part of the request's time limit that the preparers used.
    let spent: Duration
}

enum Preparation {
    typealias Step = @Sendable (inout MutableRequestProperties) async throws -> Void

    /// The gateways whose preparers run in this task. A request that they submit there would wait for itself.
    @TaskLocal static var gateways: Set<ObjectIdentifier> = []
    /// The gateways for which a credential is being added. Its requests to them use the place that is reserved for it.
    @TaskLocal static var lenders: Set<ObjectIdentifier> = []
}

extension CompositedGateway {
    /// Runs `step` and the preparers on a submitted request, and validates the result.
    func prepare(_ submitted: Request, _ step: Preparation.Step?) async throws -> Prepared {
        let began = runtime.clock.now
        var properties = submitted.properties
        if properties.stallTimeout == nil { properties.timeout = properties.timeout ?? limits.timeout }
        // A response that is not collected does not require a limit.
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

    /// Sends a prepared request and follows its redirects, within the rest of its time limit.
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

    struct Answer: Sendable {
        var response: Response
        let wasRedirected: Bool
        /// Whether the request was conditional on a cached response of its address.
        let isConditional: Bool
    }

    /// Sends a request, and then the requests that its redirects lead to.
    ///
    /// - Parameter isConditional: Whether the cache added a condition, which applies only to the first address.
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
    /// Sends a request, and evicts the cached responses that it may have changed, unless the server refused it.
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
    /// Returns this response if it is within the limit. A larger response with an error status is returned without its
    /// body, because the status is sufficient.
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
    /// Returns this body if it is within the limit. A stream of unknown length is checked while it is read.
    func limited(to limit: Int) throws -> RequestBody {
        if let length, length > limit { throw GatewayError(.bodyTooLarge(limit: limit)) }
        switch self {
        case .value, .multipart: throw GatewayError(.unwrittenBody)
        case .stream(let stream) where stream.length == nil: return .stream(stream.limited(to: limit))
        case .none, .bytes, .typed, .stream: return self
        }
    }
}
