import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorRecording

@Suite("The launch time of a command")
struct LaunchTimeTests {
    /// Waits, adds N items, and fails.
    private struct Stocking: Command {
        let gate: TestGate<Void>
        let count: Int

        func execute(state: Shelf, core: Core<Shelf>) async throws {
            try await gate.wait()
            for id in 0..<count { core.fire(event: ItemAdded(id: id, title: "t")) }
            throw ShelfBroken(board: count)
        }
    }

    /// Launches N commands one after another, a second apart, lets each add its items, and returns the recorded times.
    ///
    /// - Parameter stops: Whether an event that is not listed would end the program; a recorder comes before the journal's for
    ///   it.
    private func recorded(_ counts: [Int], stops: Bool) async throws -> [[Int64?]] {
        let catalog = EventCatalog<Shelf>(unregistered: stops ? .stopInDebug : .mark, events: Shelf.lines)
        let folder = JournalOnDisk()
        let seconds = Locked<Int64>(0)
        let opened = try await Core.open(
            journal: folder.path, initial: Shelf(), catalog: catalog,
            configuration: JournalConfiguration(
                app: "tests", durability: .process, gathering: .zero,
                now: { Timestamp(millisecondsSince1970: seconds.copy * 1_000) }),
            runtime: Runtime(report: { _ in }))
        let gate = TestGate<Void>()
        var handles: [CommandHandle] = []
        for count in counts {
            seconds.withLock { $0 += 1 }
            handles.append(opened.core.fire(command: Stocking(gate: gate, count: count)))
            await gate.arrived(handles.count)
        }
        seconds.withLock { $0 = 100 }
        gate.open()
        for handle in handles { _ = await handle.outcome }
        await opened.core.settled()
        try await opened.close()

        var entries: [Int: [Int64?]] = [:]
        for entry in try folder.entries {
            let ended = try entry.event.flatMap { try catalog.decode($0) as? CommandEnded }
            let launch = try #require(entry.cause?.launch ?? ended?.launch)
            entries[Int(launch), default: []].append(entry.launchedAt.map { $0.millisecondsSince1970 / 1_000 })
        }
        return counts.indices.map { entries[$0 + 1] ?? [] }
    }

    @Test(
        "The time of a launch is in the first entry of the command and in its end, and in no other entry",
        arguments: [false, true])
    func firstAndEnd(stops: Bool) async throws {
        #expect(try await recorded([3, 1, 2], stops: stops) == [[1, nil, nil, 1], [2, 2], [3, nil, 3]])
    }
}
