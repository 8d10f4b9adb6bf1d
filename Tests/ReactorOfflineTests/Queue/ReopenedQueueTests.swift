import Reactor
import ReactorRecording
import ReactorRecordingSupport
import ReactorTestSupport
import Testing

@testable import ReactorOffline
@testable import ReactorServices
@testable import ReactorServicesSupport

@Suite("A queue whose process ended")
struct ReopenedQueueTests {
    private static let edits = [Edit("a1", steps: 2), Edit("b1"), Edit("a2", steps: 2, expiring: 1)]

    private struct OldNote: OfflineChange {
        var words: String
        var lane: LaneName { LaneName(rawValue: words) }
        var requests: any RequestSequence { DescribedChange(lane: lane, steps: []) }
    }

    private struct Note: OfflineChange {
        struct Lost: Error {}
        static let version = 3
        static let upcasting: [Int: Upcaster] = [
            1: { $0.rename("words", to: "text") },
            2: { json in json["size"] = .number(JSON.Number(json["text"] == "b" ? -1 : 7)) },
        ]

        var text: String
        var size: Int
        var lane: LaneName { LaneName(rawValue: text) }
        var requests: any RequestSequence {
            get throws {
                guard size >= 0 else { throw Lost() }
                let target = RequestDescription.Target.path("\(text)/\(size)")
                let step = RequestDescription(operation: "put", step: "put", method: .put, target: target)
                return DescribedChange(lane: lane, steps: [step])
            }
        }
    }

    @Test("Changes of an earlier version are converted, and one without a meaning becomes a dead letter")
    func earlierVersion() async throws {
        let (disk, network) = (ModelFileSystem(), InMemoryNetworkAdapter { request, _ in .empty(204, for: request) })
        let gateway = try makeGateway(network)
        func open<Change: OfflineChange>(_ type: Change.Type, isOnline: Bool) async throws -> ChangeQueue<Change> {
            try await ChangeQueue.open(
                journal: "/queue", configuration: disk.configuration(), destinations: [.api: .server(gateway)],
                options: ChangeQueueOptions(isOnline: isOnline))
        }
        let old = try await open(OldNote.self, isOnline: false)
        for words in ["a", "b", "c"] { try await old.enqueue(OldNote(words: words), id: ChangeID(rawValue: words)) }
        try await old.close()
        let now = try await open(Note.self, isOnline: true)
        await now.idle()
        #expect(network.arrivals.map(\.request.path).sorted() == ["a/7", "c/7"])
        #expect(await now.deadLetters.map(\.id) == ["b"])
        try await now.close()

        var stored = ChangeQueueState<OldNote>()
        for (id, list) in [("a", \.queued), ("b", \.sent)]
            as [(
                ChangeID, WritableKeyPath<ChangeQueueState<OldNote>, [ChangeID: QueuedChange<OldNote>]>
            )]
        {
            stored[keyPath: list][id] = QueuedChange(id: id, number: 1, change: OldNote(words: "x"))
        }
        let refused = QueuedChange(id: "c", number: 2, change: OldNote(words: "y"))
        stored.refused["c"] = DeadLetter(queued: refused, refusal: ChangeRefusal(step: "put", status: 422))
        let base = try ChangeQueueState<OldNote>.catalog.encode(state: stored).bytes()
        let read = try ChangeQueueState<Note>.catalog.decode(state: base, version: 1)
        #expect(read.queued["a"]?.change.text == "x" && read.sent["b"]?.change.size == 7)
        #expect(read.refused["c"]?.change.text == "y")
    }

    @Test(
        "At any failure of its disk, each step is done once, and acknowledged changes are shown and arrive",
        arguments: [true, false])
    func everyCall(requestsArrive: Bool) async throws {
        for call in Loops.places(1...1_000, oneOf: requestsArrive ? 5 : 4) {
            var bench = QueueBench()
            bench.disk = ModelFileSystem(lastCall: call)
            bench.random = 0
            bench.service.plan("a1/a1/s1", .loses)
            for _ in 0..<9 { bench.service.plan("a2/a2/s1", .refuses(410)) }
            bench.service.otherwise { [disk = bench.disk] in disk.isDead && !requestsArrive ? .unreachable : .does }
            let kept = await firstLife(bench)
            bench.service.otherwise { .does }
            try await secondLife(bench, kept: kept, "call \(call), requests arrive: \(requestsArrive)")
            if !bench.disk.isDead {
                #expect(call > 50)
                #expect(kept.count == Self.edits.count)
                break
            }
        }
    }

    /// - Returns: The names of the acknowledged edits.
    private func firstLife(_ bench: QueueBench) async -> [String] {
        guard let app = try? await bench.app(), let queue = try? await bench.queue(.opened(app)) else { return [] }
        bench.disk.whenDead { Task { try? await queue.close() } }
        var kept: [String] = []
        for edit in Self.edits {
            do { try await queue.enqueue(edit) } catch { break }
            kept.append(edit.name)
        }
        await queue.idle()
        try? await queue.close()
        try? await app.journal.close()
        bench.disk.whenDead {}
        return kept
    }

    private func secondLife(_ bench: QueueBench, kept: [String], _ place: String) async throws {
        var next = bench.restarted()
        next.isOnline = false
        let app = try await next.app()
        let queue = try await next.queue(.opened(app))
        await queue.idle()
        let queued = await queue.queued
        let done = Set(bench.service.done.values.joined())
        for name in kept where !queued.contains(where: { $0.change.name == name }) {
            #expect(done.contains { $0.hasPrefix("\(name)/") }, "\(name) is lost, \(place)")
        }
        #expect(await app.core.pending.count == queued.count, "\(place)")
        for change in queued { #expect(await app.core.isPending(about: change.id), "\(place)") }
        let names = await app.core.state.names
        for (lane, changes) in Dictionary(grouping: queued, by: \.change.lane) {
            #expect(names[lane.rawValue] == changes.last?.change.name, "\(place)")
        }

        await queue.setOnline(true)
        for edit in Self.edits where !kept.contains(edit.name) {
            // The app repeats edits that were not acknowledged, which may have been stored anyway.
            do { try await queue.enqueue(edit) } catch ChangeQueueError.duplicateID {}
        }
        await queue.idle()
        #expect(
            bench.service.done == ["a": ["a1/0", "a1/1", "a2/0", "a2/0", "a2/1"], "b": ["b1/0"]], "\(place)")
        #expect(await app.core.state.names == ["a": "a2, saved", "b": "b1, saved"], "\(place)")
        #expect(await app.core.pending == [], "\(place)")
        #expect(await queue.status.queued == 0, "\(place)")
        #expect(next.reports.copy == [], "\(place)")
        try await queue.close()
        try await app.journal.close()
    }

    @Test("A step in flight is canceled when the queue is closed, and sent again with its key")
    func closed() async throws {
        var bench = QueueBench()
        let held = StalledNetwork()
        bench.network = held
        let first = try await bench.queue()
        try await first.enqueue(Edit("a1", steps: 2))
        await held.arrived(1)
        held.answer(0, body: "0")
        await held.arrived(2)
        async let again: Void = first.close()
        try await first.close()
        try await again
        #expect(held.onTheirWay == 0)
        await #expect(throws: ChangeQueueError.closed) { try await first.enqueue(Edit("a2")) }

        let second = try await bench.restarted().queue()
        await held.arrived(3)
        held.answer(2, body: "1")
        await second.idle()
        #expect(held.arrivals.map { $0.headers["Idempotency-Key"] } == ["a1/a1/s0", "a1/a1/s1", "a1/a1/s1"])
        #expect(await second.queued.isEmpty)
        try await second.close()
    }
}
