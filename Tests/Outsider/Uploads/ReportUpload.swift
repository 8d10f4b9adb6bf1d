import Foundation
import Reactor
import ReactorServices

/// An upload in three requests that can be resumed, as the guide "Request sequences" has it.
struct ReportUpload: ArrayRequestSequence {
    struct Place: Decodable, Sendable {
        var id: String
        var url: String
    }

    let operation: String
    let path: String
    var currentRequestIndex = 0
    private var place: Place?

    init(operation: String, path: String) {
        self.operation = operation
        self.path = path
    }

    var requests: [RequestContinuation] {
        [
            { upload, _ in upload.step("allocate", .post, .path("reports")) },
            { upload, previous in
                let place = try previous?.decoded(as: Place.self)
                upload.place = place
                return upload.step(
                    "upload", .put, .address(place?.url ?? ""), .file(path: upload.path, contentType: "text/plain"),
                    at: .storage, restart: RestartRule(step: "allocate"))
            },
            { upload, _ in
                let id = try PathComponent(upload.place?.id ?? "")
                return upload.step(
                    "confirm", .put, .path("reports/\(id)/state"), try .json(["uploaded": true]), accepting: [409])
            },
        ]
    }

    private func step(
        _ name: String, _ method: HTTPMethod, _ target: RequestDescription.Target,
        _ body: RequestDescription.Body = .none, at destination: DestinationName = .api, restart: RestartRule? = nil,
        accepting: [Int] = []
    ) -> RequestDescription {
        RequestDescription(
            destination: destination, operation: operation, step: name, method: method, target: target, body: body,
            restart: restart, accepting: accepting)
    }
}

func checkUploads() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("outsider-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("report.txt")
    try Data("report".utf8).write(to: file)

    let api = InMemoryNetworkAdapter { request, _ in
        request.method == .post
            ? .json(201, ["id": "r-1", "url": "https://storage.example/u?sig=1"], for: request)
            : .empty(409, for: request)
    }
    let storage = InMemoryNetworkAdapter { request, _ in .empty(200, for: request) }
    let runner = try SequenceRunner(destinations: [
        .api: .server(
            JsonGateway(baseURL: try BaseURL("https://api.example"), network: api), credential: BearerCredential("t-1")),
        .storage: .addresses(JsonGateway(baseURL: try BaseURL("https://storage.example"), network: storage)),
    ])
    // Killed after the first response: it is restored from its record.
    struct Killed: Error {}
    var record = SequenceRecord()
    var cursor = try SequenceCursor(ReportUpload(operation: "report-1", path: file.path))
    do {
        try await runner.run(&cursor) { stored in
            record = stored
            throw Killed()
        }
    } catch is Killed {}
    var resumed = try SequenceCursor(ReportUpload(operation: "report-1", path: file.path), record: record)
    await Check.holds(resumed.request?.step == "upload", "an upload goes on where it was")
    await Check.holds(
        resumed.request?.restart == RestartRule(step: "allocate") && resumed.request?.accepting == [], "a step is read")
    try await runner.run(&resumed)
    await Check.holds(
        api.arrivals.map(\.request.path) == ["reports", "reports/r-1/state"] && storage.arrivals.count == 1,
        "each request is sent once")
    await Check.holds(
        storage.arrivals.first?.request.headers["Authorization"] == nil, "the credential stays at the API")
}
