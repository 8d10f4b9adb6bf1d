import Foundation
import ReactorState
import ReactorTestSupport
import Testing

@Suite("Tracked")
struct TrackedTests {
    struct Log: Equatable, Hashable, Codable {
        @Tracked var entries: [Int] = []
        @Tracked var note: String?
        var isOpen = false
    }

    struct BareLog: Codable {
        var entries: [Int] = []
        var note: String?
        var isOpen = false
    }

    @Test("A revision changes when its property is assigned, modified, or both in one call, and only then")
    func revisionFollowsChanges() {
        var log = Log()
        var seen: Set = [log.$entries]
        log.entries = [1]
        #expect(seen.insert(log.$entries).inserted)
        log.entries.append(2)
        #expect(seen.insert(log.$entries).inserted)
        log.entries = log.entries
        #expect(seen.insert(log.$entries).inserted)
        let revision = log.$entries
        log.isOpen = true
        log.note = "another leaf"
        _ = log.entries.count
        #expect(log.$entries == revision)
    }

    @Test("A change that throws half way has a new revision")
    func throwingChange() {
        struct Interrupted: Error {}
        func halfWay(_ entries: inout [Int]) throws {
            entries.append(1)
            throw Interrupted()
        }
        var log = Log()
        let revision = log.$entries
        #expect(throws: Interrupted.self) { try halfWay(&log.entries) }
        #expect(log.entries == [1])
        #expect(log.$entries != revision)
    }

    @Test("Appending to a tracked array that has no other reference stays in its buffer")
    func appendsInPlace() {
        var log = Log()
        log.entries.reserveCapacity(1_000)
        var buffers: Set<UInt> = []
        for number in 0..<1_000 {
            log.entries.append(number)
            buffers.insert(log.entries.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) })
        }
        #expect(buffers.count == 1)
    }

    @Test("Equality and hashing compare values, not revisions")
    func equalByValue() {
        let left = Log(entries: [1], note: "a")
        var right = Log(entries: [1], note: "a")
        #expect(left.$entries != right.$entries)
        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
        right.entries[0] = 2
        #expect(left != right)
    }

    @Test("A copy shares the revision until either changes")
    func copiesShareRevisions() {
        let original = Log(entries: [1])
        var copy = original
        #expect(copy.$entries == original.$entries)
        var other = original
        copy.entries.append(2)
        other.entries.append(2)
        #expect(Set([original.$entries, copy.$entries, other.$entries]).count == 3)
    }

    @Test("A tracked property is encoded like a bare one, nil and missing included", arguments: [nil, "kept"])
    func encodesLikeBare(note: String?) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let tracked = Log(entries: [1, 2], note: note)
        let bare = BareLog(entries: [1, 2], note: note)
        let data = try encoder.encode(tracked)
        #expect(try encoder.encode(bare) == data)
        let decoded = try JSONDecoder().decode(Log.self, from: data)
        #expect(decoded == tracked)
        #expect(decoded.$entries != tracked.$entries)
    }

    @Test("A dumped state is the same in every run: revisions are not shown")
    func revisionsAreNotShown() {
        var first = ""
        var second = ""
        dump(Log(entries: [1]), to: &first)
        dump(Log(entries: [1]), to: &second)
        #expect(first == second)
        #expect("\(Log(entries: [7]))" == "\(Log(entries: [7]))")
        #expect("\(Revision())" == "\(Revision())")
    }

    @Test("No two revisions are equal, taken by eight concurrent tasks through several blocks each")
    func uniqueAcrossThreads() async {
        let each = 100_000
        let all = await withTaskGroup(of: [Revision].self) { group in
            for _ in 0..<8 {
                group.addTask { (0..<each).map { _ in Revision() } }
            }
            var all = Set<Revision>(minimumCapacity: 8 * each)
            for await revisions in group { all.formUnion(revisions) }
            return all
        }
        #expect(all.count == 8 * each)
    }

    @Test("No two revisions are equal, taken by threads that come and go")
    func uniqueAcrossShortThreads() {
        let taken = Locked<[Revision]>([])
        for _ in 0..<50 {
            let ended = DispatchSemaphore(value: 0)
            for _ in 0..<4 {
                Thread.detachNewThread {
                    let revisions = (0..<10).map { _ in Revision() }
                    taken.withLock { $0 += revisions }
                    ended.signal()
                }
            }
            for _ in 0..<4 { ended.wait() }
        }
        #expect(Set(taken.copy).count == 50 * 4 * 10)
    }
}
