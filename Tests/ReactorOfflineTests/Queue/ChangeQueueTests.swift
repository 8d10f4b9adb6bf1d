import Foundation
import Reactor
import ReactorRecording
import ReactorRecordingSupport
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorOffline
@testable import ReactorServices
@testable import ReactorServicesSupport

/// A note whose requests may throw.
private struct Draft: OfflineChange {
    struct NoTitle: Error, CustomStringConvertible { var description: String { "The note 41 has no title." } }

    var lane: LaneName = "notes"
    var grams = 80.5
    var isUntitled = false
    var field = "1"
    var operation = "save"
    /// The media type of the file of a form, or nil for a JSON body.
    var fileType: String?

    var predicted: [any Event] { [Named(lane: lane.rawValue, name: "\(grams)")] }

    func events(refused refusal: ChangeRefusal) -> [any Event] {
        [Named(lane: lane.rawValue, name: refusal.message ?? "")]
    }

    private var body: RequestDescription.Body {
        get throws {
            guard let fileType else { return try .json(["grams": grams]) }
            let file = MultipartForm.File(name: "page", path: "/notes/41", fileName: "41", contentType: fileType)
            return .multipart(MultipartForm(files: [file]))
        }
    }

    var requests: any RequestSequence {
        get throws {
            if isUntitled { throw NoTitle() }
            return DescribedChange(
                lane: lane,
                steps: [
                    RequestDescription(
                        operation: operation, step: "put", method: .put, target: .path("notes/41"),
                        headers: ["X-Edition": field], body: try body)
                ])
        }
    }
}

@Suite("Changes that describe no request")
struct UndescribedChangeTests {
    private func opened(
        isOnline: Bool = false
    ) async throws -> (bench: QueueBench, app: OpenedCore<Shelf>, queue: ChangeQueue<Draft>) {
        var bench = QueueBench()
        bench.isOnline = isOnline
        let (app, policy) = (try await bench.app(), bench.policy)
        let queue = try await ChangeQueue<Draft>.open(
            journal: "/queue", configuration: bench.disk.configuration(),
            destinations: [.api: .server(try makeGateway(bench.service.network))],
            options: ChangeQueueOptions(lanePolicy: { _ in policy }, isOnline: isOnline, runtime: bench.runtime),
            audience: .opened(app))
        return (bench, app, queue)
    }

    @Test(
        "The change is refused with the error's text, online and offline, and its prediction is rolled back",
        arguments: [true, false])
    func refused(isOnline: Bool) async throws {
        let (bench, app, queue) = try await opened(isOnline: isOnline)
        try await queue.enqueue(Draft(grams: .nan), id: "d0")
        #expect(await queue.deadLetters.first?.refusal.message?.contains("grams") == true)
        try await queue.drop("d0")
        let taken = try await queue.enqueue(Draft(isUntitled: true), id: "d1")
        #expect(taken.id == "d1" && taken.number == 2)
        let letter = try #require(await queue.deadLetters.first)
        #expect(letter.refusal.message?.contains("The note 41 has no title.") == true)
        #expect(letter.refusal.step == nil && letter.refusal.status == nil)
        await app.core.settled()
        #expect(await app.core.read { $0.names["notes"] } == letter.refusal.message)
        #expect(await app.core.state.delivered.suffix(2) == ["d1 queued", "d1 refused 0"])
        #expect(bench.service.arrivals.isEmpty)
        // An edit that describes a request is pushed.
        try await queue.edit("d1", to: Draft(isUntitled: true))
        #expect(await queue.deadLetters.count == 1)
        try await queue.edit("d1", to: Draft())
        await queue.setOnline(true)
        await queue.idle()
        #expect(await queue.deadLetters.isEmpty)
        #expect(bench.service.arrivals == ["d1/2/save/put"])
        try await queue.close()
        try await app.close()
    }

    @Test("In a lane that stops, the change is refused in its order, so that earlier changes are sent")
    func lanes() async throws {
        let (bench, app, queue) = try await opened()
        try await queue.enqueue(Draft(), id: "d1")
        try await queue.enqueue(Draft(isUntitled: true), id: "d2")
        try await queue.enqueue(Draft(), id: "d3")
        #expect(await queue.deadLetters.isEmpty)
        await queue.setOnline(true)
        await queue.idle()
        #expect(bench.service.arrivals == ["d1/save/put"])
        #expect(await queue.deadLetters.map(\.id) == ["d2"])
        #expect(await queue.queued.map(\.waitsBehind) == ["d2"])
        try await queue.close()
        try await app.close()
    }

    @Test(
        "A request or form that can never be sent is refused when it is queued",
        arguments: [
            (Draft(field: "a\r\nX-Evil: 1"), "X-Edition"), (Draft(field: "\u{0}"), "X-Edition"),
            (Draft(field: "a\n"), "X-Edition"), (Draft(fileType: "text/plain\r\nX-Evil: 1"), "Content-Type"),
            (Draft(fileType: "a/\u{0}b"), "Content-Type"),
        ])
    fileprivate func unsendable(draft: Draft, name: String) async throws {
        let (_, app, queue) = try await opened()
        try await queue.enqueue(draft, id: "d1")
        let refusal = try #require(await queue.deadLetters.first?.refusal)
        #expect(refusal.step == "put")
        #expect(refusal.message?.contains(name) == true)
        try await queue.close()
        try await app.close()
    }

    @Test("A key of any operation can be sent, and different operations have different keys")
    func keys() async throws {
        let (bench, app, queue) = try await opened(isOnline: true)
        let operations = ["a\nb", "a b", "a%0Ab", "a%20b", "ä", "a ", "a", "a\u{0}", "\r\nX-Evil: 1"]
        for (number, operation) in operations.enumerated() {
            try await queue.enqueue(Draft(operation: operation), id: ChangeID(rawValue: "d\(number)"))
        }
        await queue.idle()
        #expect(await queue.deadLetters.isEmpty)
        let keys = bench.service.arrivals.map { $0.drop { $0 != "/" } }
        #expect(keys.prefix(3) == ["/a%0Ab/put", "/a%20b/put", "/a%250Ab/put"])
        #expect(Set(keys).count == operations.count)
        try await queue.close()
        try await app.close()
    }
}

@Suite("Pushing changes")
struct ChangeQueueTests {
    @Test("A step is written before it is sent, and its response before the next step")
    func writtenFirst() async throws {
        let bench = QueueBench()
        let seen = Locked<[String: String]>([:])
        bench.service.watch { key in
            let journal = bench.disk.journal("/queue")
            seen.withLock { $0[key] = journal }
        }
        let queue = try await bench.queue()
        try await queue.enqueue(Edit("a1", steps: 2))
        await queue.idle()
        let first = try #require(seen.copy["a1/a1/s0"])
        #expect(first.contains("change.queued"))
        #expect(first.contains(#""key":"a1/a1/s0""#))
        let second = try #require(seen.copy["a1/a1/s1"])
        // The header of the journal contains each name once.
        #expect(first.components(separatedBy: "step.answered").count == 2)
        #expect(second.components(separatedBy: "step.answered").count == 3)
        #expect(second.contains(#""key":"a1/a1/s1""#))
        try await queue.close()
    }

    @Test("Changes of a lane are pushed in order, and lanes in parallel")
    func lanes() async throws {
        let bench = QueueBench()
        let gate = TestGate<Void>()
        bench.service.plan("a1/a1/s0", .holds(gate))
        let queue = try await bench.queue()
        for name in ["a1", "a2", "b1", "b2"] { try await queue.enqueue(Edit(name)) }
        await bench.service.arrived(3)
        #expect(bench.service.arrivals.sorted() == ["a1/a1/s0", "b1/b1/s0", "b2/b2/s0"])
        #expect(await queue.queued.map(\.id).first == "a1")
        gate.open()
        await queue.idle()
        #expect(bench.service.done == ["a": ["a1/0", "a2/0"], "b": ["b1/0", "b2/0"]])
        #expect(await queue.queued.isEmpty)
        try await queue.close()
    }

    @Test("The queue waits by the runtime's clock and random numbers, at least as long as the service requests")
    func waits() async throws {
        let bench = QueueBench()
        bench.service.plan(
            "a1/a1/s0", .unreachable, .refuses(503), .refuses(429, headers: ["Retry-After": "30"]),
            .refuses(503, headers: ["Retry-After": "0"]), .loses)
        let queue = try await bench.queue()
        try await queue.enqueue(Edit("a1"))
        // Half of 1, 2, 4, 8 and 8 seconds, except for the requested 30.
        for (count, wait) in zip(1..., [0.5, 1, 30, 4, 4]) {
            await bench.clock.sleepers(1)
            #expect(bench.clock.deadlines == [bench.clock.now.advanced(by: .seconds(wait))])
            #expect(bench.service.arrivals.count == count)
            bench.clock.advance(by: .seconds(wait))
            await bench.service.arrived(count + 1)
        }
        await queue.idle()
        #expect(bench.service.done == ["a": ["a1/0"]])
        #expect(Set(bench.service.arrivals) == ["a1/a1/s0"])
        try await queue.close()
    }

    @Test("Offline no request is sent, until a monitor reports a connection")
    func connectivity() async throws {
        var bench = QueueBench()
        bench.isOnline = false
        let queue = try await bench.queue()
        try await queue.enqueue(Edit("a1"))
        await queue.idle()
        #expect(bench.service.arrivals == [])
        let (monitor, feed) = AsyncStream<Bool>.makeStream()
        let following = Task { await queue.follow(monitor) }
        feed.yield(true)
        await bench.service.arrived(1)
        feed.yield(false)
        feed.finish()
        await following.value
        #expect(await queue.status.isOnline == false)
        await queue.idle()
        #expect(bench.service.done == ["a": ["a1/0"]])
        try await queue.close()
    }

    @Test("A change that cannot be encoded or decoded is not accepted")
    func unkeepable() async throws {
        let bench = QueueBench()
        let gateway = try makeGateway(bench.service.network)
        let queue = try await ChangeQueue.open(
            journal: "/queue", of: Lopsided.self, configuration: bench.disk.configuration(),
            destinations: [.api: .server(gateway)], options: ChangeQueueOptions(runtime: bench.runtime))
        await #expect(throws: ChangeQueueError.self) { try await queue.enqueue(Lopsided(text: "x"), id: "c") }
        #expect(await queue.queued.isEmpty)
        // The name occurs only in the journal's header.
        #expect(bench.disk.journal("/queue").components(separatedBy: "change.queued").count == 2)
        try await queue.close()
    }

    @Test("A change above the journal's size limit is not accepted, and of a response above it the status is stored")
    func tooLong() async throws {
        var bench = QueueBench()
        bench.limits = JournalLimits(warning: 1_000, error: 2_000)
        let long = String(repeating: " ", count: 3_000)
        bench.service.plan("a1/a1/s0", .refuses(200, body: "0" + long))
        let queue = try await bench.queue()
        let error = await #expect(throws: ChangeQueueError.self) {
            try await queue.enqueue(Edit(lane: "b", name: long), id: "b")
        }
        guard case .unkeepable("b", _)? = error else { throw error ?? .closed }
        try await queue.enqueue(Edit("a1"))
        await queue.idle()
        #expect(await queue.deadLetters.isEmpty)
        bench.service.plan("c1/c1/s0", .refuses(200, body: "0" + long))
        try await queue.enqueue(Edit("c1", steps: 2))
        await queue.idle()
        let letter = try #require(await queue.deadLetters.first)
        #expect(letter.refusal.status == 200)
        #expect(letter.refusal.message?.contains("the journal's limit is 2000 bytes") == true)
        #expect(letter.queued.record.exchanges.isEmpty)
        try await queue.close()
        #expect(try await bench.restarted().queue().report.isWhole)
    }

    /// Encodes a text and decodes a number.
    private struct Lopsided: OfflineChange {
        var text: String
        var lane: LaneName { "l" }
        var requests: any RequestSequence { DescribedChange(lane: lane, steps: []) }

        init(text: String) { self.text = text }
        init(from decoder: any Decoder) throws { text = "\(try decoder.singleValueContainer().decode(Int.self))" }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(text)
        }
    }

    @Test("An id is accepted once, and must be valid in a header field")
    func ids() async throws {
        var bench = QueueBench()
        bench.isOnline = false
        let queue = try await bench.queue()
        try await queue.enqueue(Edit("a1"), id: "x")
        await #expect(throws: ChangeQueueError.duplicateID("x")) { try await queue.enqueue(Edit("a2"), id: "x") }
        let long = ChangeID(rawValue: String(repeating: "x", count: 201))
        for id in ["", "a b", "ä", "a\r\nb", "a/1", long] as [ChangeID] {
            await #expect(throws: ChangeQueueError.unusableID(id)) { try await queue.enqueue(Edit("a2"), id: id) }
        }
        #expect(await queue.status.queued == 1)
        try await queue.close()
    }

    @Test("A queue whose journal cannot be written accepts and sends nothing, and reports the reason")
    func fullDisk() async throws {
        var bench = QueueBench()
        let queue: ChangeQueue<Edit>
        do {
            let probe = QueueBench()
            let opened = try await probe.queue()
            bench.disk = ModelFileSystem(lastCall: probe.disk.callCount + 1)
            try await opened.close()
            queue = try await bench.queue()
        }
        let error = await #expect(throws: ChangeQueueError.self) { try await queue.enqueue(Edit("a1")) }
        guard case .journalEnded? = error else { throw error ?? .closed }
        #expect(await queue.status.ended == error)
        await queue.idle()
        #expect(bench.service.arrivals == [])
        await #expect(throws: JournalError.self) { try await queue.close() }
    }

    @Test("A damaged journal is reported with its position, and is not changed")
    func damaged() async throws {
        var bench = QueueBench()
        bench.isOnline = false
        let queue = try await bench.queue()
        for name in ["a1", "a2", "a3"] { try await queue.enqueue(Edit(name)) }
        try await queue.close()
        let next = bench.restarted()
        let file = "/queue/segment-000001.jsonl"
        let text = String(decoding: next.disk[file] ?? [], as: UTF8.self)
        next.disk[file] = Array(text.replacingOccurrences(of: #""name":"a1""#, with: #""name":"a7""#).utf8)
        let files = next.disk.files
        let error = await #expect(throws: JournalError.self) { _ = try await next.queue() }
        let damage = try #require(error?.damage)
        #expect(damage.file == file)
        #expect(damage.line == 2)
        #expect(next.disk.files.filter { $0.key.hasSuffix(".jsonl") } == files.filter { $0.key.hasSuffix(".jsonl") })
    }

    @Test("With a dead server, the wait for an idle queue ends at its limit, and the change remains queued")
    func idleWithin() async throws {
        let bench = QueueBench()
        bench.service.otherwise { .unreachable }
        let queue = try await bench.queue()
        #expect(await queue.idle(within: .seconds(1)))
        try await queue.enqueue(Edit("e1"))
        await bench.service.arrived(1)
        async let isIdle = queue.idle(within: .seconds(5))
        // The delays of the attempts and the limit are on the same clock.
        await bench.clock.sleepers(2)
        bench.clock.advance(by: .seconds(5))
        #expect(await !isIdle)
        #expect(await queue.status.queued == 1)
        bench.service.otherwise { .does }
        await queue.setOnline(false)
        await queue.setOnline(true)
        try await queue.close()
    }
}
