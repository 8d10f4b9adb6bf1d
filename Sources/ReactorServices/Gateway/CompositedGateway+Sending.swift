import Reactor

struct Prepared: Sendable {
    let request: Request
    let lookup: ResponseCache.Lookup
}

enum Preparation {
    typealias Step = @Sendable (inout MutableRequestProperties) async throws -> Void

    /// The gateways whose preparers run in this task. A request that they submit there would wait for itself.
    @TaskLocal static var gateways: Set<ObjectIdentifier> = []
    /// The gateways for which a credential is being added. Its requests to them use the place that is reserved for it.
    @TaskLocal static var lenders: Set<ObjectIdentifier> = []
}

extension CompositedGateway {
    /// Runs `step` and the preparers on a submitted request, validates the result, and begins its time limit.
    func prepare(
        _ submitted: Request, _ step: Preparation.Step?, within deadline: Deadline
    ) async throws -> Prepared {
        var properties = submitted.properties
        if properties.stallTimeout == nil { properties.timeout = properties.timeout ?? limits.timeout }
        // A response that is not collected does not require a limit.
        if properties.onBody == nil { properties.answerLimit = properties.answerLimit ?? limits.answer }
        deadline.begin(within: properties.timeout ?? properties.stallTimeout)
        try properties.writeMultipart(random: runtime.random)
        if let step { try await add(step, to: &properties) }
        if step != nil || !preparers.isEmpty { try await runPreparers(on: &properties) }
        properties.body = try properties.body.limited(to: limits.body)
        let request = try submitted.with(properties)
        return Prepared(request: request, lookup: await cache.look(for: request))
    }

    private func add(_ step: Preparation.Step, to properties: inout MutableRequestProperties) async throws {
        try await Preparation.$lenders.withValue(Preparation.lenders.union([ObjectIdentifier(self)])) {
            try await step(&properties)
        }
    }

    private func runPreparers(on properties: inout MutableRequestProperties) async throws {
        try await Preparation.$gateways.withValue(Preparation.gateways.union([ObjectIdentifier(self)])) {
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
        }
    }

    /// Sends a prepared request and follows its redirects, within the rest of its time limit.
    func send(_ prepared: Prepared, within deadline: Deadline, _ trace: CallTrace?) async throws -> Answer {
        var request = try cache.revalidating(prepared.request, prepared.lookup)
        let isConditional = prepared.lookup.cached != nil && request.headers.contains(ResponseCache.condition)
        request = try deadline.limit(request)
        var answer = try await follow(request, isConditional: isConditional, trace)
        answer.response = try answer.response.held(to: request.answerLimit)
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
            // A preparer or a transport that ignores cancellation must not lead to another request.
            try Task.checkCancellation()
            trace?.carries(request.properties)
            do {
                let response = try await sendNotingChange(request)
                guard let next = try rules.next(after: response, to: request) else {
                    return Answer(
                        response: response, wasRedirected: wasRedirected,
                        isConditional: isConditional && !wasRedirected)
                }
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
        if let length, length > limit { throw GatewayError.bodyTooLarge(limit: limit) }
        switch self {
        case .value, .multipart: throw GatewayError.unwrittenBody
        case .stream(let stream) where stream.length == nil: return .stream(stream.limited(to: limit))
        case .none, .bytes, .typed, .stream: return self
        }
    }
}

extension GatewayError {
    /// Returns this error without the secrets of `request`. The reason of a network adapter can contain the whole
    /// address.
    fileprivate func withoutSecrets(of request: MutableRequestProperties) -> GatewayError {
        masked { reason in
            let shown = reason.split(separator: " ", omittingEmptySubsequences: false).map { word in
                word.contains("://") ? HiddenText.address(String(word)) : String(word)
            }
            return Redaction.redacted(shown.joined(separator: " "), of: Redaction.secrets(of: request))
        }
    }
}
