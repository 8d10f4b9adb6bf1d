import Foundation
import Reactor
import ReactorRecording

/// A folder for journals, removed when this object is released.
final class Shelf {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("targets-\(UUID().uuidString)")
    private var count = 0

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The path of a journal that is not there yet.
    func next() -> String {
        count += 1
        return folder.appendingPathComponent("journal-\(count)").path
    }

    /// Removes a journal that was measured.
    func remove(_ journal: String) throws { try FileManager.default.removeItem(atPath: journal) }

    /// The bytes of the segments of a journal.
    func bytes(of journal: String) throws -> Int {
        let names = try FileManager.default.contentsOfDirectory(atPath: journal).filter { $0.hasSuffix(".jsonl") }
        return try names.reduce(0) { sum, name in
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(journal)/\(name)")
            return sum + (attributes[.size] as? Int ?? 0)
        }
    }
}

extension Core where StateType == Scales {
    /// Opens a journal that is one segment regardless of its length, so that opening it replays all of it.
    ///
    /// - Parameters:
    ///   - gathering: The pause of the writer after each write.
    ///   - flight: The data of the flight recorder in case of a crash.
    static func open(
        _ journal: String, durability: Durability = .grouped(every: .milliseconds(100)),
        gathering: Duration = .milliseconds(2), flight: FlightRecorder = .position
    ) async throws -> OpenedCore<Scales> {
        try await open(
            journal: journal, initial: Scales(), catalog: Scales.catalog,
            configuration: JournalConfiguration(
                app: "targets", durability: durability, rotation: Rotation(bytes: .max, entries: .max, keeping: nil),
                flight: flight, gathering: gathering))
    }
}
