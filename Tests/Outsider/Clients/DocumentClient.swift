import Foundation
import Reactor
import ReactorServices
import ReactorTesting

/// A client of one's own, as the guide "Writing a service client" has it.
struct DocumentClient: Sendable {
    enum Version: String, ApiVersion {
        case v1 = "2026-01-15"
        static let latest = v1
    }

    struct Options: ClientOptions {
        let apiVersion = Version.latest
        let timeout: Duration?
        let retry: RetryPolicy
        let telemetry: TelemetryOptions
        let callPolicies: [any ServicePolicy]
        let runtime: Runtime

        init(
            timeout: Duration? = .seconds(20), retry: RetryPolicy = .exponential(attempts: 3),
            telemetry: TelemetryOptions = TelemetryOptions(application: "Outsider"),
            callPolicies: [any ServicePolicy] = [], runtime: Runtime = .live
        ) {
            self.timeout = timeout
            self.retry = retry
            self.telemetry = telemetry
            self.callPolicies = callPolicies
            self.runtime = runtime
        }
    }

    struct Document: Codable, Sendable {
        var id: String
        var title: String
    }

    let pipeline: ServicePipeline

    init(gateway: any Gateway, credential: any Credential, options: Options = Options()) throws {
        pipeline = try ServicePipeline(
            client: "DocumentClient", gateway: gateway, credential: credential, options: options)
    }

    /// Changes a title and publishes the document: two requests, each with its own idempotency key; the condition is that of
    /// the first request.
    @discardableResult
    func publish(
        id: String, title: String, options: RequestOptions = RequestOptions()
    ) async throws -> ServiceResponse<Document> {
        let key = options.idempotencyKey ?? pipeline.uniqueID()
        let options = options.with(idempotencyKey: key)
        let path = "/documents/\(try PathComponent(id))"
        let change = MutableRequestProperties(.patch, path, body: try .json(["title": title]))
        let changed = try await pipeline.send("DocumentClient.publish", change, options: options)
            .decoded(as: Document.self)
        // With the version of the first response.
        let second = options.step("publish").with(ifMatch: changed.etag)
        let publication = MutableRequestProperties(.post, "\(path)/publications")
        _ = try await pipeline.send("DocumentClient.publish", publication, options: second)
        return changed
    }

    /// Sends pictures with a title, and returns the address of the new resource.
    func attach(
        _ files: [MultipartForm.File], title: String, options: RequestOptions = RequestOptions()
    ) async throws -> MutableRequestProperties? {
        let form = MultipartForm(fields: [.init(name: "title", value: title)], files: files)
        let request = MutableRequestProperties(.post, "/attachments", body: .multipart(form))
        return try await pipeline.send("DocumentClient.attach", request, options: options).location()
    }

    /// Exports everything: the service continues the export after it has responded.
    func export(options: RequestOptions = RequestOptions()) async throws -> ServiceResponse<String> {
        let begun = try await pipeline.send(
            "DocumentClient.export", MutableRequestProperties(.post, "/exports"), options: options)
        guard let status = try begun.location() else { throw begun.unusable("it names no address to ask at") }
        return try await pipeline.poll("DocumentClient.export", status, options: options.step("poll")) { answer in
            let state = try answer.decoded(as: [String: String].self).value
            return state["file"]
        }
    }
}

/// The parameters that a caller passes to the policies of a client.
struct Tenant: Sendable { var name: String }

struct TenantPolicy: ServicePolicy {
    func send(_ call: ServiceCall, next: PolicyChain) async throws -> Response {
        var call = call
        if let tenant = call.context[Tenant.self] { call.request.headers["X-Tenant"] = tenant.name }
        return try await next.send(call)
    }
}

func checkClients() async throws {
    let network = InMemoryNetworkAdapter { request, _ in
        request.path == "/attachments"
            ? .empty(201, headers: ["Location": "/attachments/7"], for: request)
            : .json(200, ["id": "d/1", "title": "New"], headers: ["ETag": "\"2\""], for: request)
    }
    let gateway = JsonGateway(baseURL: try BaseURL("https://documents.example"), network: network)
    let client = try DocumentClient(
        gateway: gateway, credential: APIKeyCredential("k-1"),
        options: .init(telemetry: TelemetryOptions(application: "A"), callPolicies: [TenantPolicy()]))
    let options = RequestOptions(
        timeout: .seconds(5), ifMatch: ETag(rawValue: "\"1\""), idempotencyKey: "k",
        context: CallContext(Tenant(name: "t")))
    let document = try await client.publish(id: "d/1", title: "New", options: options)
    await Check.holds(document.title == "New", "a response is used like its entity")
    let sent = network.arrivals.map(\.request.headers)
    await Check.holds(sent.map { $0["Idempotency-Key"] } == ["k", "k/publish"], "each request has a key of its own")
    await Check.holds(sent.map { $0["If-Match"] } == ["\"1\"", "\"2\""], "each request has a condition of its own")
    await Check.holds(sent.allSatisfy { $0["X-Tenant"] == "t" }, "a policy hears the caller")
    await Check.holds(sent.allSatisfy { $0["User-Agent"]?.hasPrefix("A DocumentClient/") == true }, "telemetry")
    await Check.holds(options.timeout == .seconds(5) && options.retry == nil, "options are read")

    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("outsider-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let picture = folder.appendingPathComponent("a.png")
    try Data("PNG".utf8).write(to: picture)
    let file = MultipartForm.File(name: "file", path: picture.path, fileName: "a.png", contentType: "image/png")
    let made = try await client.attach([file], title: "Summer")
    await Check.holds(made?.path == "/attachments/7", "a location can be asked at")
    let form = network.arrivals.last
    await Check.holds(
        form?.request.headers["Content-Type"]?.hasPrefix("multipart/form-data; boundary=") == true
            && form.map { String(decoding: $0.body, as: UTF8.self).contains("PNG\r\n--") } == true, "a form with files")
}

func checkPolling() async throws {
    let network = InMemoryNetworkAdapter { request, _ in
        switch request.path {
        case "/exports": .empty(202, headers: ["Operation-Location": "/operations/9"], for: request)
        default: .json(200, ["file": "https://files.example/9"], for: request)
        }
    }
    let gateway = JsonGateway(baseURL: try BaseURL("https://documents.example"), network: network)
    let client = try DocumentClient(gateway: gateway, credential: BearerCredential("t"))
    await Check.holds(try await client.export().value == "https://files.example/9", "an operation that goes on")
    // Signed addresses are sent as they were written.
    let signed = try MutableRequestProperties(.get, url: "https://files.example/9?sig=a%2Fb")
    _ = try await gateway.submitRequest(signed)
    await Check.holds(
        network.arrivals.last?.request.url.absoluteString == "https://files.example/9?sig=a%2Fb", "a signed address")
}
