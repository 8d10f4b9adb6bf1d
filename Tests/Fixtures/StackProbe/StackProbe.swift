import Reactor
import ReactorRecording
import ReactorTesting

/// Runs one call path of the library with a state and events of 64 KB, or of 64 bytes, and ends. The script `Benchmarks/stack`
/// runs it with less and less stack, to count the copies that a path has there at the same time.
///
///     stack-probe list
///     stack-probe small|large PATH [FOLDER]
@main
struct StackProbe {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let folder = arguments.count > 2 ? arguments[2] : ""
        let paths = Paths<Line>.all.map(\.name)
        switch (arguments.first, arguments.count > 1 ? arguments[1] : "") {
        case ("list", _): print(paths.joined(separator: "\n"))
        case ("small", let name) where paths.contains(name): await Paths<Line>.walk(name, folder)
        case ("large", let name) where paths.contains(name): await Paths<Shelf>.walk(name, folder)
        default: fatalError("usage: stack-probe list | small|large PATH [FOLDER]")
        }
    }
}

struct Paths<Content: Bulk> {
    let name: String
    let walk: @MainActor @Sendable (_ folder: String) async throws -> Void

    init(_ name: String, _ walk: @escaping @MainActor @Sendable (_ folder: String) async throws -> Void) {
        self.name = name
        self.walk = walk
    }

    @MainActor
    static func walk(_ name: String, _ folder: String) async {
        do {
            for path in all where path.name == name { try await path.walk(folder) }
        } catch {
            fatalError("\(name): \(error)")
        }
    }

    typealias Store = Room<Content>

    /// Each public way that a state or an event takes.
    static var all: [Paths] {
        [
            Paths("make") { _ in _ = Core(state: Store()) },
            Paths("fire") { _ in
                let core = Core(state: Store())
                core.fire(event: Changed())
                core.fire(event: Replaced<Content>())
                core.fire(events: [Changed(), Replaced<Content>()])
                await core.settled()
            },
            Paths("reset") { _ in
                let core = Core(state: Store())
                core.fire(event: Reset<Store>())
                await core.settled()
            },
            Paths("state") { _ in
                let core = Core(state: Store())
                let count = await core.state.count
                precondition(count == 0)
            },
            Paths("read") { _ in
                let core = Core(state: Store())
                let count = await core.read { $0.count }
                precondition(count == 0)
            },
            Paths("subscribe") { _ in
                let core = Core(state: Store())
                let subscription = core.subscribe(to: \.self) { _ in }
                core.fire(event: Changed())
                await core.settled()
                subscription.cancel()
            },
            Paths("subscribe.every") { _ in
                let core = Core(state: Store())
                let subscription = core.subscribe(to: \.content, delivery: .every) { _ in }
                for _ in 0..<10 { core.fire(event: Changed()) }
                await core.settled()
                subscription.cancel()
            },
            Paths("subscriber") { _ in
                let core = Core(state: Store())
                let subscriber = Reader<Content>()
                core.add(subscriber: subscriber)
                core.fire(event: Changed())
                await core.settled()
                core.remove(subscriber: subscriber)
            },
            Paths("subscriber.main") { _ in
                let core = Core(state: Store())
                let subscriber = MainReader<Content>()
                core.add(subscriber: subscriber)
                core.fire(event: Changed())
                await core.settled()
                core.remove(subscriber: subscriber)
            },
            Paths("subscribe.selector") { _ in
                let core = Core(state: Store())
                let subscriber = Reader<Content>()
                core.add(subscriber: subscriber, selector: { $0 })
                core.fire(event: Changed())
                await core.settled()
            },
            Paths("updates") { _ in
                let core = Core(state: Store())
                core.fire(event: Changed())
                var count = 0
                for await _ in core.updates(of: \.content) {
                    count += 1
                    break
                }
                precondition(count >= 0)
            },
            Paths("mirror") { _ in
                let core = Core(state: Store())
                let mirror = ObservableCore(core)
                core.fire(event: Changed())
                await core.settled()
                precondition(mirror.count == 1)
            },
            Paths("mirror.pinned") { _ in
                let core = Core(state: Store(), runtime: .main)
                let mirror = ObservableCore(core)
                core.fire(event: Changed())
                await core.settled()
                precondition(mirror.count == 1)
            },
            Paths("command") { _ in
                let core = Core(state: Store())
                _ = await core.fire(command: Touch<Content>()).outcome
            },
            Paths("perform") { _ in
                let core = Core(state: Store())
                _ = await core.perform { $0.fire(event: Changed()) }.outcome
            },
            Paths("middleware") { _ in
                let core = Core(state: Store(), middlewares: [Pass<Content>()])
                core.fire(event: Changed())
                core.fire(event: Replaced<Content>())
                await core.settled()
            },
            Paths("reactions") { _ in
                let core = Core(
                    state: Store(),
                    reactions: [
                        .on(Changed.self) { _ in Touch<Content>() },
                        .while(\Store.isOdd) { Touch<Content>() },
                    ])
                core.fire(event: Changed())
                await core.idle()
            },
            Paths("predict") { _ in
                let core = Core(state: Store())
                let first = core.predict(Replaced<Content>())
                let second = core.predict(Changed())
                core.fire(event: Replaced<Content>(), .authoritative)
                await core.settled()
                first.commit(with: [Changed()])
                await core.settled()
                second.rollback(with: [Changed()])
                await core.settled()
            },
            Paths("mark") { _ in
                let core = Core(state: Store())
                let mark = core.mark()
                core.fire(event: Changed())
                core.fire(event: Replaced<Content>(), .authoritative(asOf: mark))
                await core.settled()
            },
            Paths("optimistically") { _ in
                let core = Core(state: Store())
                try await core.optimistically(Changed()) { _ in .commit(with: [Replaced<Content>()]) }
            },
            Paths("load") { _ in
                let core = Core(state: Loaded<Content>())
                _ = await core.load("content", \.content) { _ in Content.copy }.outcome
                await core.settled()
            },
            Paths("scope") { _ in
                let core = Core(state: House<Content>())
                let part = core.scope(to: \.room)
                let subscription = part.subscribe(to: \.self) { _ in }
                part.fire(event: Changed())
                _ = await part.fire(command: Touch<Content>()).outcome
                _ = await part.state.count
                await core.settled()
                subscription.cancel()
            },
            Paths("scope.optional") { _ in
                let core = Core(state: Tent<Content>())
                let part = core.scope(to: \.room, default: Store())
                let subscription = part.subscribe(to: \.self) { _ in }
                part.fire(event: Changed())
                _ = await part.fire(command: Touch<Content>()).outcome
                await core.settled()
                subscription.cancel()
            },
            Paths("derived") { _ in
                let core = Core(state: Store())
                let subscription = core.subscribe(to: Derived(\Store.count) { $0 + 1 }) { _ in }
                core.fire(event: Changed())
                await core.settled()
                subscription.cancel()
            },
            Paths("test") { _ in
                let core = TestCore(state: Store())
                try await core.fire(event: Changed()) { $0.count += 1 }
                _ = try await core.fire(command: Touch<Content>())
                try await core.receive(Replaced<Content>.self)
                try await core.finish()
            },
            Paths("simulate") { _ in
                try await Simulation.check(seeds: 0..<2) { simulation in
                    let core = simulation.core(state: Store())
                    core.fire(event: Changed())
                    await core.settled()
                }
            },
            Paths("journal") { folder in
                for _ in 0..<2 {
                    let opened = try await Core.open(
                        journal: folder, initial: Store(), catalog: Store.catalog,
                        configuration: JournalConfiguration(app: "stack"))
                    opened.core.fire(event: Changed())
                    let prediction = opened.core.predict(Changed())
                    await opened.core.settled()
                    prediction.commit()
                    try await opened.close()
                }
                let file = try RecordingFile(lastSegmentOf: folder)
                _ = try Verification(of: file, catalog: Store.catalog)
                var replay = try Replay(of: file, catalog: Store.catalog)
                precondition(replay.state.count >= 1)
                var playback = try Playback(of: file, catalog: Store.catalog)
                try playback.move(to: 1)
                _ = try playback.forward()
                _ = try playback.back()
            },
            Paths("journal.suspend") { folder in
                func open(leavesPending: Bool = false) async throws -> OpenedCore<Store> {
                    try await Core.open(
                        journal: folder, initial: Store(), catalog: Store.catalog,
                        configuration: JournalConfiguration(app: "stack"), leavesPending: leavesPending)
                }
                let opened = try await open()
                let prediction = opened.core.predict(Changed())
                try await opened.suspend()
                opened.core.fire(event: Changed())
                let other = try await open(leavesPending: true)
                other.core.fire(event: Changed())
                try await other.close()
                try await opened.resume()
                prediction.commit()
                let count = await opened.core.read { $0.count }
                precondition(count == 3)
                try await opened.close()
            },
            Paths("close") { _ in
                let core = Core(state: Store())
                let subscription = core.subscribe(to: \.self) { _ in }
                core.fire(event: Changed())
                await core.close()
                subscription.cancel()
            },
        ]
    }
}
