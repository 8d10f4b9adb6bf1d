import Foundation
import Reactor
import ReactorRecording
import ReactorTesting
import ReactorTools

/// Asks for a note, which comes when its gate is open.
private struct AskForNote: Command {
    let number: Int
    let gate: Gate<Void>

    func execute(state: Wall, core: Core<Wall>) async throws {
        try await gate.pass()
        core.fire(event: NoteCame(number: number))
    }
}

/// - Parameter folder: where the test is written that shows the other order; nil where nobody runs it.
@MainActor
func checkNearMisses(writingTo folder: String?) async throws {
    let sessions = DiaryFolder()
    let session = sessions.path + "/session"
    // Times are milliseconds, and an answer in that of its launch may have come before it: so a second is a microsecond here.
    let (began, start) = (ContinuousClock.now, Timestamp.wallClock())
    let configuration = JournalConfiguration(
        app: "wall", now: { start.advanced(by: began.duration(to: .now) * 1_000_000) })
    let opened = try await Core.open(
        journal: session, initial: Wall(), catalog: Wall.catalog, configuration: configuration)
    let gates = [Gate<Void>(), Gate<Void>()]
    let commands = gates.enumerated().map { opened.core.fire(command: AskForNote(number: $0.offset, gate: $0.element)) }
    for gate in gates { await gate.arrived() }
    for (gate, command) in zip(gates, commands) {
        gate.open()
        _ = await command.outcome
    }
    try await opened.close()
    let tool = JournalTool(Wall.catalog, app: "wall", invariants: Wall.invariants)
    let tests = folder ?? sessions.path + "/tests"
    try FileManager.default.createDirectory(atPath: tests, withIntermediateDirectories: true)
    for arguments in [[session, "--tests", tests, "--module", "Walls"], [sessions.path, "--json"]] {
        let code = await tool.run(["near-misses"] + arguments, as: "wall journal")
        Check.holds(code == 1, "near-misses \(arguments) ended with \(code)")
    }
    Check.holds(FileManager.default.fileExists(atPath: tests + "/NearMiss1.swift"), "no test in \(tests)")
}
