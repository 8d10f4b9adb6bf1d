import Foundation
import ReactorServices
import ReactorTestSupport
import Testing

@testable import ExampleSnapshotUpload

@Suite("The upload of a snapshot")
struct SnapshotUploadTests {
    private let servers = SnapshotServers()
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
        try await SnapshotServers.runner(over: network).run(&cursor)
        let arrivals = network.arrivals
        #expect(
            arrivals.map { "\($0.request.method) \($0.request.url.absoluteString)" } == [
                "POST https://api.example/v1/snapshots", "POST https://storage.example/put?sig=s1",
                "PUT https://api.example/v1/snapshots/1",
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

    @Test("The API's token never reaches the storage host")
    func token() async throws {
        let network = servers.network()
        var cursor = try SequenceCursor(upload)
        try await SnapshotServers.runner(over: network).run(&cursor)
        for arrival in network.arrivals {
            let isAPI = arrival.request.url.host == "api.example"
            #expect((arrival.request.headers["Authorization"] == "Bearer the-api-token") == isAPI)
            let everything = "\(arrival.request.headers.fields.map(\.value)) \(arrival.request.url)"
            #expect(everything.contains("the-api-token") == isAPI)
            #expect(isAPI || !String(decoding: arrival.body, as: UTF8.self).contains("the-api-token"))
        }
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
            try await SnapshotServers.runner(over: servers.network()).run(&cursor)
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

    @Test("An upload address that has expired is allocated again")
    func expired() async throws {
        servers.content.withLock { $0.expired = [1] }
        let network = servers.network()
        var cursor = try SequenceCursor(upload)
        try await SnapshotServers.runner(over: network).run(&cursor)
        #expect(servers.content.copy.stored.keys.sorted() == [2])
        #expect(servers.content.copy.confirmed == ["/v1/snapshots/2"])
        #expect(network.arrivals.count == 5)
    }

    @Test("Restored after any step, the upload does the remaining steps, and none twice")
    func everyCut() async throws {
        for cut in 0...3 {
            let servers = SnapshotServers()
            let network = servers.network()
            let runner = try SnapshotServers.runner(over: network)
            let kept = Locked(try JSONEncoder().encode(SequenceRecord()))
            struct Killed: Error {}
            do {
                var cursor = try SequenceCursor(upload)
                try await runner.run(&cursor) { record in
                    let written = try JSONEncoder().encode(record)
                    kept.withLock { $0 = written }
                    if record.exchanges.count == cut { throw Killed() }
                }
            } catch is Killed {}
            if cut == 0 { kept.withLock { $0 = (try? JSONEncoder().encode(SequenceRecord())) ?? Data() } }
            let before = network.arrivals.count
            let record = try JSONDecoder().decode(SequenceRecord.self, from: kept.copy)
            var cursor = try SequenceCursor(upload, record: record)
            try await runner.run(&cursor)
            #expect(cursor.request == nil)
            #expect(network.arrivals.count - before == 3 - cut, "cut \(cut)")
            #expect(servers.content.copy.allocations == 1)
            #expect(servers.content.copy.stored.count == 1)
        }
    }
}
