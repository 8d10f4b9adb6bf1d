import Foundation
import Reactor
import ReactorRecording
import ReactorTesting
import ReactorTestSupport
import Testing

private struct Logbook: State, Codable, Equatable {
    var lines: [String] = []

    mutating func react(to event: any Event) {
        if let event = event as? Written { lines.append(event.line) }
    }

    static let catalog = EventCatalog<Logbook>(events: [.event(Written.self, as: "written")])
}

private struct Written: Event, Codable { var line: String }

@Suite("A simulated session")
struct SimulatedRecordingTests {
    @Test("is a recording once its folder is copied from the simulated disk", arguments: [true, false])
    func copied(losesPower: Bool) async throws {
        let scratch = try ScratchFolder()
        let written = Locked<[Logbook]>([])
        try await Simulation.check(seeds: 0..<3, options: SimulationOptions(runsTwice: false)) { sim in
            let (disk, number) = (SimulatedDisk(), written.copy.count)
            var random = sim.random
            let opened = try await Core.open(
                journal: "/diary", initial: Logbook(), catalog: Logbook.catalog,
                configuration: sim.journal("diary", on: disk), runtime: sim.runtime("app"))
            for line in ["a", "b", "c"] { opened.core.fire(event: Written(line: line)) }
            await opened.core.settled()
            try await opened.journal.durable()
            disk.crash(losesPower: losesPower, &random)
            try disk.copyFolder("/diary", to: "\(scratch.path)/\(number)")
            written.withLock { $0.append(Logbook(lines: ["a", "b", "c"])) }
        }
        for (number, state) in written.copy.enumerated() {
            let path = "\(scratch.path)/\(number)"
            var replay = try Replay(of: RecordingFile(path: path), catalog: Logbook.catalog)
            #expect(replay.state == state)
            #expect(throws: JournalError.self) { try SimulatedDisk().copyFolder("/diary", to: path) }
        }
        #expect(written.copy.count == 3)
    }
}
