import Foundation
import Reactor
import ReactorRecording

/// A core whose journal waits until the end: the difference between two flight recorders is their cost for the core.
package struct Recorded {
    private let flight: FlightRecorder

    package init(_ flight: FlightRecorder) { self.flight = flight }

    /// Fires N events of eight types and closes the journal.
    package func fire(_ count: Int) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("recorded-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let configuration = JournalConfiguration(
            app: "benchmarks", durability: .process, rotation: Rotation(bytes: .max, entries: .max), checkEvery: .max,
            flight: flight, capacity: .max, gathering: .seconds(3_600))
        let opened = try await Core.open(
            journal: folder.path, initial: EightCasts(), catalog: Refolded.catalog, configuration: configuration)
        var sink = CoreSink(opened.core)
        EightCasts.produce(count, producer: 0, into: &sink)
        try check(await opened.core.read { $0.attendance }, count, "recorded, \(flight)")
        try await opened.close()
    }
}
