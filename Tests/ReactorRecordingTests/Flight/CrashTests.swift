import Foundation
import Reactor
import ReactorTestSupport
import Testing

@testable import ReactorRecording

/// Real crashes, each in a separate process.
@Suite("A crash in react(to:)", .serialized)
struct CrashTests {
    private static func expect(_ folder: JournalOnDisk, _ way: Pilot.Way, payload: Bool) async throws {
        let end = try #require(try UnexpectedEnd(in: folder.path))
        #expect(end.inFlight == UnexpectedEnd.Step(seq: 41, event: "said"))
        #expect(end.seq <= 41)
        let missing: [UInt64] = end.missing.map { $0.seq }
        #expect(missing == Array(end.seq + 1..<42))
        #expect(end.entries.count == (payload ? end.missing.count : 0))
        let opened = try? await Pilot.open(folder.path, .off)
        #expect(opened?.report.unexpectedEnd == end)
        let state = await opened?.core.state
        #expect(state?.words.count == Int(end.seq))
        try await opened?.close()
        let report = try end.report(nil, catalog: Pilot.catalog)
        let text = String(decoding: report.bytes(), as: UTF8.self)
        #expect(text.contains(#""inFlight": {"#))
        // The writer may have been faster than the end of the program.
        #expect(text.contains("word 39") == (payload || end.seq >= 40))
        #expect(text.contains("\"word\\\":\\\"\(way.rawValue)") == (payload || end.seq == 41))
    }

    private static func crash(_ path: String, _ way: String, _ level: FlightRecorder) async {
        guard let opened = try? await Pilot.open(path, level) else { return }
        Pilot.crashes.withLock { $0 = true }
        for number in 0..<40 { opened.core.fire(event: Pilot.Said(word: "word \(number)")) }
        await opened.core.settled()
        opened.core.fire(event: Pilot.Said(word: way))
        await opened.core.settled()
        exit(EXIT_SUCCESS)
    }

    @Test("A trap leaves the step in flight, without a call")
    func trap() async throws {
        let folder = JournalOnDisk()
        await #expect(processExitsWith: .signal(Pilot.Way.trap.signal)) { [path = folder.path as String] in
            await Self.crash(path, "trap", .position)
        }
        try await Self.expect(folder, .trap, payload: false)
    }

    // The thread sanitizer ends the program with its own exit code.
    @Test(
        "An invalid memory access leaves the step in flight, and with payloads the whole entry",
        .disabled(if: Loops.isSanitized))
    func memory() async throws {
        let folder = JournalOnDisk()
        await #expect(processExitsWith: .signal(Pilot.Way.memory.signal)) { [path = folder.path as String] in
            await Self.crash(path, "memory", .payload())
        }
        try await Self.expect(folder, .memory, payload: true)
    }

    @Test("SIGKILL leaves the step in flight")
    func killed() async throws {
        let folder = JournalOnDisk()
        await #expect(processExitsWith: .signal(Pilot.Way.killed.signal)) { [path = folder.path as String] in
            await Self.crash(path, "killed", .payload())
        }
        try await Self.expect(folder, .killed, payload: true)
    }
}
