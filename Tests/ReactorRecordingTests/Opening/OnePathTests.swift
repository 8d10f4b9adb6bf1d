import Foundation
import Reactor
import ReactorTestSupport
import Testing

@testable import ReactorRecording

@Suite("A recorded core takes one way, whatever is to happen at an event that is not listed")
struct OnePathTests {
    /// Adds so many items at once, and says how many of the recorded entries share each time: what was handed over
    /// together asks once what time it is.
    private func handedOver(_ count: Int, _ unregistered: UnregisteredEvents) async throws -> [Int] {
        let folder = JournalOnDisk()
        let time = Locked<Int64>(0)
        let opened = try await Core.open(
            journal: folder.path, initial: Shelf(),
            catalog: EventCatalog<Shelf>(unregistered: unregistered, events: Shelf.lines),
            configuration: JournalConfiguration(
                app: "tests", durability: .process, gathering: .zero,
                now: {
                    time.withLock { time in
                        time += 1
                        return Timestamp(millisecondsSince1970: time)
                    }
                }),
            runtime: Runtime(report: { _ in }))
        await opened.core.add(count)
        await opened.core.settled()
        try await opened.close()
        var times: [Int] = []
        var last: Timestamp?
        for case .entry(let entry) in try folder.lines(of: "segment-000001.jsonl") {
            if entry.at == last { times[times.count - 1] += 1 } else { times.append(1) }
            last = entry.at
        }
        return times
    }

    @Test("Plain events are handed over in the same runs", arguments: [1, 64, 150, 517])
    func runs(count: Int) async throws {
        let marking = try await handedOver(count, .mark)
        #expect(marking.reduce(0, +) == count)
        #expect(marking.count <= count / 64 + 1)
        #expect(try await handedOver(count, .stopInDebug) == marking)
    }

    #if DEBUG
        @Test("One that is not listed ends the program wherever it stands in a run, in a group, and predicted")
        func stops() async {
            await #expect(processExitsWith: .failure) {
                try await Core<Shelf>.stopping { await $0.add(70, unlisted: 66) }
            }
            await #expect(processExitsWith: .failure) {
                try await Core<Shelf>.stopping { $0.fire(events: [ItemAdded(id: 1, title: "t"), Unlisted()]) }
            }
            await #expect(processExitsWith: .failure) { try await Core<Shelf>.stopping { _ = $0.predict(Unlisted()) } }
            await #expect(processExitsWith: .success) { try await Core<Shelf>.stopping { await $0.add(70) } }
        }
    #endif
}

extension Core<Shelf> {
    /// Fires so many at once: on the core's executor, so that none is applied meanwhile.
    fileprivate func add(_ count: Int, unlisted: Int? = nil) {
        for id in 0..<count {
            if id == unlisted { fire(event: Unlisted()) } else { fire(event: ItemAdded(id: id, title: "t")) }
        }
    }

    /// Does something with a core whose catalog is complete but for ``Unlisted``.
    fileprivate static func stopping(_ body: (Core<Shelf>) async -> Void) async throws {
        let folder = JournalOnDisk()
        let opened = try await folder.open(Shelf(), EventCatalog(events: Shelf.lines))
        try FileManager.default.removeItem(atPath: folder.path)
        await body(opened.core)
        _ = await opened.core.state
    }
}
