import Foundation
import ReactorServices
import ReactorTestSupport
import Testing

@testable import ExampleSnapshotUpload

@Suite("The upload of a snapshot")
struct SnapshotUploadTests {
    private let servers = UploadServers()
    private let folder: ScratchFolder
    private let upload: SnapshotUploadRequestSequence

    init() throws {
        folder = try ScratchFolder()
        let path = try folder.file("7.png", Data(repeating: 7, count: 3_000))
        upload = SnapshotUploadRequestSequence(
            Snapshot(id: "snap 7", path: path, title: "The kitchen", fileSize: 3_000))
    }

    @Test("It allocates at the API, sends the file to the storage, and confirms the description at the API")
    func threeSteps() async throws {
        let network = servers.network()
        var cursor = try SequenceCursor(upload)
        try await UploadServers.runner(over: network).run(&cursor)
        let arrivals = network.arrivals
        #expect(
            arrivals.map { "\($0.request.method) \($0.request.url.absoluteString)" } == [
                "POST https://api.example/snapshots", "POST https://storage.example/put?sig=s1",
                "PUT https://api.example/snapshots/1",
            ])
        #expect(String(decoding: arrivals[0].body, as: UTF8.self) == #"{"filesize":3000}"#)
        #expect(
            String(decoding: arrivals[2].body, as: UTF8.self) == #"{"contentType":"image/png","title":"The kitchen"}"#)
        #expect(arrivals[2].request.headers["Content-Type"] == "application/json")
        let form = String(decoding: arrivals[1].body, as: UTF8.self)
        #expect(form.contains("name=\"key\"\r\n\r\nk1\r\n"))
        #expect(form.contains("name=\"policy\"\r\n\r\np1\r\n"))
        #expect(form.contains("name=\"file\"; filename=\"7.png\"\r\nContent-Type: image/png\r\n\r\n\u{7}"))
        #expect(cursor.record.exchanges.map(\.request.model) == ["snap 7", "snap 7", "snap 7"])
    }

    @Test(
        "A missing or malformed allocation is a separate error, and the upload stays where it is",
        arguments: [
            ("", "it has no body"), ("{}", "the value has no member \"id\""),
            (#"{"id":"1","upload":{"url":7}}"#, "upload.url is not a String"),
            (
                "gone",
                "it is not JSON at line 1, column 1 (byte 0): a value was expected"
            ),
        ])
    func malformed(body: String, reason: String) async throws {
        servers.content.withLock { $0.allocationBody = body }
        var cursor = try SequenceCursor(upload)
        let problem = SequenceError.unusableAnswer(step: "allocate", reason: reason)
        do {
            try await UploadServers.runner(over: servers.network()).run(&cursor)
            Issue.record("nothing was thrown")
        } catch {
            #expect(error as? SnapshotUploadError == .malformedAllocation(snapshot: "snap 7", problem: problem))
        }
        #expect(cursor.request?.step == "allocate")
        var sequence = upload
        sequence.currentRequestIndex = 1
        #expect(throws: SnapshotUploadError.noAllocation(snapshot: "snap 7")) {
            try sequence.nextRequest(previous: nil)
        }
    }
}
