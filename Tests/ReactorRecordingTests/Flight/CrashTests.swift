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
        let report = try BugReport(of: end, catalog: Pilot.catalog, redactor: nil)
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

    /// Crashes in another process, and reads what is left.
    private static func end(_ way: Pilot.Way, _ level: FlightRecorder) async throws {
        let folder = JournalOnDisk()
        await #expect(processExitsWith: .signal(way.signal)) {
            [path = folder.path as String, way = way.rawValue as String, hasPayload = (level != .position) as Bool] in
            await Self.crash(path, way, hasPayload ? .payload() : .position)
        }
        try await expect(folder, way, payload: level != .position)
    }

    @Test("A trap and SIGKILL leave the step in flight, without a call")
    func killed() async throws {
        try await Self.end(.trap, .position)
        try await Self.end(.killed, .payload())
    }

    // The thread sanitizer ends the program with its own exit code.
    @Test(
        "An invalid memory access leaves the step in flight, and with payloads the whole entry",
        .disabled(if: Loops.isSanitized))
    func memory() async throws { try await Self.end(.memory, .payload()) }
}
