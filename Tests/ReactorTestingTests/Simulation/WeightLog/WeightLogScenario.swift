import Reactor
import ReactorTesting

@testable import ExampleWeightLog
@testable import ExampleWeightLogCore

/// Users who log, edit, delete and refresh weights on several front ends of one flaky service, and the invariants.
struct WeightLogScenario<Logging: LoggingCommand> {
    /// One front end that is not interrupted: its list has to be correct without another read.
    private let isUndisturbed: Bool
    private let sim: Simulation
    private let service: SimulatedWeights
    private var random: ReactorTesting.SeededRandom
    private var ends: [FrontEnd] = []
    private var lastID = 0
    private var lastHandle: CommandHandle?
    private var hasRestartedPending = false
    private var hasErasedPending = false

    init(_ sim: Simulation) {
        self.sim = sim
        service = SimulatedWeights(network: sim.service("weights", faults: .flaky))
        random = sim.random
        isUndisturbed = random.chance(40)
    }

    mutating func run() async throws {
        for index in 0..<(isUndisturbed ? 1 : random.number(in: 2...3)) { ends.append(makeEnd(index)) }
        for _ in 0..<random.number(in: 6...14) {
            await perform(random.below(100), on: random.below(ends.count))
            try await pause()
        }
        await sim.settled()
        try await expectNothingPending()
        if isUndisturbed { try await expectAgreement("undisturbed") }
        sim.endFaults()
        for end in ends { end.refresh() }
        await sim.settled()
        try await expectNothingPending()
        try await expectAgreement("after a last refresh")
        sim.sometimes("a change was rolled back", ends.contains { !$0.shown.rollbacks.isEmpty })
        sim.sometimes("a refresh landed while a change was pending", ends.contains { $0.hasLandedOnPending })
        sim.sometimes("a front end was closed with a change pending", hasRestartedPending)
        sim.sometimes("everything was erased with a change pending", hasErasedPending)
        sim.sometimes("a refresh failed and a later one did not", ends.contains { $0.shown.refreshes > 1 })
    }

    private func makeEnd(_ index: Int) -> FrontEnd {
        let end = FrontEnd(["phone", "tablet", "laptop"][index], isPlain: index == 1, service: service, in: sim)
        end.refresh()
        return end
    }

    private mutating func pause() async throws {
        switch random.below(10) {
        case 0..<5: break
        case 5..<9: try await sim.sleep(for: .milliseconds(random.number(in: 1...80)))
        default: await sim.settled()
        }
    }

    private mutating func perform(_ choice: Int, on index: Int) async {
        let end = ends[index]
        let known = random.number(in: 1...max(1, lastID))
        let record = WeightRecord(id: known, reading: reading())
        switch choice {
        case 0..<45:
            lastID += 1
            let record = WeightRecord(id: lastID, reading: record.reading)
            lastHandle = sim.step("log \(lastID)") { end.fire(Logging(record: record), of: record.id) }
        case 45..<57: lastHandle = sim.step("edit \(known)") { end.fire(ChangeWeights(.update(record)), of: known) }
        case 57..<67: lastHandle = sim.step("delete \(known)") { end.fire(ChangeWeights(.delete(record)), of: known) }
        case 67..<82: sim.step("refresh") { end.refresh() }
        case 82..<88: await erase(on: end)
        case 88..<94: if !isUndisturbed { sim.step("cancel") { lastHandle?.cancel() } }
        default: if !isUndisturbed { await restart(index) }
        }
    }

    private mutating func reading() -> Reading {
        let weight = Weight.everyday[random.below(Weight.everyday.count)]
        return Reading(day: Day(ordinal: random.number(in: 20_000...20_010)), weight: weight)
    }

    private mutating func erase(on end: FrontEnd) async {
        if isUndisturbed { await sim.settled() }
        if !end.shown.pending.isEmpty { hasErasedPending = true }
        sim.step("erase") {
            end.core.fire(command: EraseWeights(), options: CommandOptions(id: "weights.erase", policy: .drop))
        }
        if isUndisturbed { await sim.settled() }
    }

    /// Closes a front end with whatever it was doing, and opens it again.
    private mutating func restart(_ index: Int) async {
        let old = ends[index]
        if !old.shown.pending.isEmpty { hasRestartedPending = true }
        let new = await sim.step("restart") {
            await old.core.close(grace: .milliseconds(20))
            return makeEnd(index)
        }
        ends[index] = new ?? old
    }

    private func expectNothingPending() async throws {
        for end in ends { try await sim.expect("\(end.shown.pending) is pending") { end.shown.pending.isEmpty } }
    }

    private func expectAgreement(_ when: String) async throws {
        let book = try await service.service.list()
        for end in ends {
            try await sim.expect("\(when), \(end.shown.book.records) is shown, \(book.records) is there") {
                end.shown.book.records == book.records
            }
            try await sim.expect("both subscriptions show the same") { end.bookShown == end.shown.book }
            try await sim.expect("what is shown is what is") { await end.core.state == end.shown }
        }
    }
}

extension Weight {
    fileprivate static let everyday = (600...900).compactMap { Weight(grams: $0 * 100) }
}

/// A command that logs a weight, rightly or wrongly.
protocol LoggingCommand: Command where StateType == Weights {
    init(record: WeightRecord)
}

extension ChangeWeights: LoggingCommand {
    init(record: WeightRecord) { self.init(.add([record])) }
}
