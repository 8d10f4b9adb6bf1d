import Foundation
import Reactor
import ReactorTestSupport

@testable import ReactorRecording

/// A state that lets a test run a check during `react(to:)`, or ends the program there.
struct Pilot: State, Codable, Equatable {
    var words: [String] = []

    /// The checks, by the folder of the journal.
    static let looks = Locked<[String: @Sendable (String) -> Void]>([:])
    var folder = ""
    /// Set in a process that must crash. The test that checks it replays the same event.
    static let crashes = Locked(false)

    mutating func react(to event: any Event) {
        switch event {
        case let event as Said:
            if let look = Self.looks.withLock({ $0[folder] }) { look(event.word) }
            if Self.crashes.copy, let way = Way(rawValue: event.word) { way.end() }
            words.append(event.word)
        case let event as Cleared: if event.all { words = [] }
        default: return
        }
    }

    struct Said: Event, Codable { var word: String }
    struct Cleared: Event, Codable { var all = true }

    /// A text that ends the program.
    enum Way: String, CaseIterable, Codable {
        case trap
        case memory
        case killed

        func end() {
            switch self {
            case .trap: fatalError("a defect in react(to:)")
            case .memory: UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
            case .killed: kill(getpid(), SIGKILL)
            }
        }

        var signal: Int32 {
            switch self {
            case .trap:
                #if arch(arm64)
                    SIGTRAP
                #else
                    SIGILL
                #endif
            case .memory: SIGSEGV
            case .killed: SIGKILL
            }
        }
    }

    static let catalog = EventCatalog<Pilot>(events: [
        .event(Said.self, as: "said"), .event(Cleared.self, as: "cleared"),
    ])

    static func open(
        _ folder: String, _ flight: FlightRecorder, gathering: Duration = .milliseconds(2)
    ) async throws -> OpenedCore<Pilot> {
        try await Core.open(
            journal: folder, initial: Pilot(folder: folder), catalog: catalog,
            configuration: JournalConfiguration(
                app: "pilot", durability: .process, flight: flight, gathering: gathering, now: { .zero }))
    }
}

extension JournalOnDisk {
    /// The files that a crash at this instant leaves, unchanged.
    func crashed() throws -> JournalOnDisk {
        let copy = JournalOnDisk()
        try FileManager.default.createDirectory(atPath: copy.path, withIntermediateDirectories: true)
        for name in try FileManager.default.contentsOfDirectory(atPath: path) where name != "lock" {
            try FileManager.default.copyItem(atPath: "\(path)/\(name)", toPath: "\(copy.path)/\(name)")
        }
        return copy
    }

    /// The information that would be available after a crash at this instant.
    func endOfCrash() throws -> UnexpectedEnd? {
        let copy = try crashed()
        return try withExtendedLifetime(copy) { try UnexpectedEnd(in: copy.path) }
    }
}
