import Reactor
import ReactorTesting
import Testing

@testable import ReactorRecording

@Suite("The event that started a reaction's command")
struct LaunchEventTests {
    struct Counter: State, Codable, Equatable {
        var count = 0
        var isOn = false

        mutating func react(to event: any Event) {
            switch event {
            case let event as Counted: count += event.by
            case let event as Asked: isOn = event.isOn ?? isOn
            default: break
            }
        }

        static let catalog = EventCatalog<Counter>(events: [
            .event(Counted.self, as: "counted"), .event(Asked.self, as: "asked"), .event(Passed.self, as: "passed"),
        ])
    }

    struct Counted: Event, Codable { var by = 1 }
    struct Asked: Event, Codable { var isOn: Bool? }

    /// Forwarded N times by a reaction's command, which triggers the next reaction.
    struct Passed: Event, Codable { var on: Int }

    struct Pass: Command {
        let on: Int
        func execute(state: Counter, core: Core<Counter>) { core.fire(event: Passed(on: on)) }
    }

    struct Count: Command {
        var times = 1
        func execute(state: Counter, core: Core<Counter>) {
            for _ in 0..<times { core.fire(event: Counted()) }
        }
    }

    private func open(_ folder: JournalOnDisk, in world: World = World()) async throws -> OpenedCore<Counter> {
        var configuration = JournalConfiguration(app: "tests", durability: .process, waitForWriter: .seconds(5))
        world.writing(&configuration)
        return try await Core.open(
            journal: folder.path, initial: Counter(), catalog: Counter.catalog, configuration: configuration,
            reactions: [
                .on(Asked.self) { event in Count(times: event.isOn == nil ? 2 : 0) },
                .on(Passed.self) { $0.on > 0 ? Pass(on: $0.on - 1) : nil },
                .while(\.isOn) { Count() },
            ], runtime: world.runtime())
    }

    @Test(
        "The triggering event is in the first entry of a reaction's command, and in no entry of another command")
    func first() async throws {
        let folder = JournalOnDisk()
        let opened = try await open(folder)
        opened.core.fire(event: Counted())
        opened.core.fire(events: [Counted(), Asked(), Counted()])
        await opened.core.idle()
        _ = await opened.core.fire(command: Count()).outcome
        opened.core.fire(event: Asked(isOn: true))
        await opened.core.idle()
        try await opened.close()
        let causes: [[UInt64?]] = try folder.entries.map { [$0.seq, $0.cause?.launch, $0.cause?.event] }
        #expect(causes.filter { $0[1] != nil } == [[5, 1, 3], [6, 1, nil], [7, 2, nil], [9, 4, 8]], "\(causes)")
    }

    @Test("The parent of the command is the command that fired the event, so a chain of reactions is a tree")
    func parents() async throws {
        let folder = JournalOnDisk()
        let opened = try await open(folder)
        opened.core.fire(event: Passed(on: 3))
        await opened.core.idle()
        try await opened.close()
        let parents: [[UInt64?]] = try folder.entries.compactMap(\.cause).map { [$0.launch, $0.parent] }
        #expect(parents == [[1, nil], [2, 1], [3, 2]], "\(parents)")
    }

    @Test("The number of the triggering event changes with the event after entries of another process")
    func rebased() async throws {
        try await World.simulated { world in
            let folder = JournalOnDisk()
            let opened = try await open(folder, in: world)
            opened.core.fire(event: Counted())
            try await opened.suspend()
            // It has several lines, so that the place of later events does not shift by one line per step.
            opened.core.predict([Counted(), Counted()], about: [], at: CallSite(#fileID, #line)).commit()
            opened.core.fire(event: Asked())
            await opened.core.idle()
            let other = try await open(folder, in: world)
            for _ in 1...3 { other.core.fire(event: Counted()) }
            try await other.close()
            try await opened.resume()
            try await opened.close()
            let entries = try folder.entries
            #expect(entries.last { $0.event?.name == "asked" }?.seq == 8)
            #expect(entries.compactMap(\.cause?.event).first == 8)
        }
    }
}
