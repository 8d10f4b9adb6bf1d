import Reactor
import ReactorRecording
import ReactorTesting

/// A program that writes a journal, and is killed again and again: every entry that was reported as durable has to be there,
/// and no entry that it did not write.
struct JournalScenario {
    private let sim: Simulation
    private let disk = SimulatedDisk()
    private var random: SeededRandom
    private let configuration: JournalConfiguration
    /// The events that were fired since the journal was read, after its entries.
    private var fired: [Int] = []
    private var lastNumber = 0
    /// The number of entries that were reported as durable.
    private let promised = Guarded(0)
    private let durable: @Sendable (Journal) async throws -> Void

    /// - Parameter durable: A closure that returns when the recorded entries are durable.
    init(
        _ sim: Simulation,
        durable: @escaping @Sendable (Journal) async throws -> Void = { try await $0.durable() }
    ) {
        self.sim = sim
        self.durable = durable
        var random = sim.random
        let promises: [Durability] = [
            .process, .durable, .grouped(every: .milliseconds(random.number(in: 1...50))),
        ]
        var configuration = JournalConfiguration(
            app: "tape", durability: promises[random.below(3)],
            rotation: Rotation(
                bytes: random.number(in: 500...5_000), entries: random.number(in: 3...30),
                keeping: random.number(in: 1...2)),
            checkEvery: random.number(in: 1...10), capacity: random.number(in: 2...20),
            gathering: .milliseconds(random.number(in: 0...5)), clock: RuntimeClock(sim.clock),
            now: { Timestamp(millisecondsSince1970: 0) },
            executor: sim.lane("the writer"), report: { [sim] in sim.note("the journal reports: \($0)") })
        configuration.spawn = .preferring(sim.taskExecutor)
        configuration.fileSystem = disk
        self.configuration = configuration
        self.random = random
    }

    mutating func run() async throws {
        sim.note("durability: \(configuration.durability), capacity \(configuration.capacity)")
        for life in 1...random.number(in: 2...4) { try await live(life) }
        let opened = try await open("the end")
        try await expectWhole(opened)
        try await opened.journal.close()
        await opened.core.close()
    }

    private func open(_ name: String) async throws -> OpenedCore<Tape> {
        let opened = try await Core.open(
            journal: "/journal", initial: Tape(), catalog: Tape.catalog, configuration: configuration,
            runtime: sim.runtime(name))
        sim.watch(opened.core, name)
        return opened
    }

    private mutating func live(_ life: Int) async throws {
        let opened = try await open("life \(life)")
        try await expectWhole(opened)
        for _ in 0..<random.number(in: 1...6) {
            for _ in 0..<random.number(in: 1...6) {
                lastNumber += 1
                let number = lastNumber
                let step: Void? = sim.step("tape \(number)") { opened.core.fire(event: Taped(number: number)) }
                if step != nil { fired.append(number) }
            }
            if random.chance(60) { promise(opened) }
            if random.chance(60) { try await sim.sleep(for: .milliseconds(random.number(in: 0...40))) }
        }
        if random.chance(20) {
            await opened.core.settled()
            try await opened.journal.close()
            promised.withLock { [fired] in $0 = fired.count }
            sim.sometimes("a journal was closed")
        }
        let losesPower = configuration.durability != .process && random.chance(70)
        sim.note(losesPower ? "the power is gone" : "the process is killed")
        disk.crash(losesPower: losesPower, &random)
        await opened.core.close()
    }

    /// Requests, in addition to other work, whether the current entries are durable.
    private func promise(_ opened: OpenedCore<Tape>) {
        sim.start("asks for a promise") { [promised, durable, sim] in
            let count = await opened.core.read { $0.numbers.count }
            await opened.core.settled()
            do { try await durable(opened.journal) } catch is JournalError { return }
            sim.note("\(count) are promised")
            promised.withLock { $0 = max($0, count) }
        }
    }

    private mutating func expectWhole(_ opened: OpenedCore<Tape>) async throws {
        let numbers = await opened.core.state.numbers
        let promised = promised.withLock { $0 }
        try await sim.expect("\(numbers) after \(fired)") { [fired] in numbers == Array(fired.prefix(numbers.count)) }
        fired = numbers
        try await sim.expect("\(promised) were promised, \(numbers.count) are there") { numbers.count >= promised }
        sim.sometimes("something was promised", promised > 0)
        sim.sometimes("a torn end was set aside", opened.report.recovery.torn != nil)
        sim.sometimes("something is lost that was not promised", numbers.count > promised)
    }
}
