import Reactor
import ReactorRecording
import ReactorTools

/// A kind of recording, with its questions.
struct Kind<StateType: State & Codable> {
    let name: String
    let initial: StateType
    let catalog: EventCatalog<StateType>
    /// The questions: the arguments of `why`.
    let questions: [[String]]
    /// Fires events that make one entry or two, until there are enough.
    let fire: (_ core: Core<StateType>, _ random: inout Random) -> Void
}

/// The same numbers in every run.
struct Random {
    private var state: UInt64 = 88_172_645_463_325_252

    mutating func below(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(bound))
    }
}

/// A kind of recording, independent of the type of its state.
protocol Asked {
    var name: String { get }
    var questions: [[String]] { get }
    func record(_ folder: String, entries: UInt64) async throws
    /// Reads and replays the recording, which any answer requires.
    func fold(_ folder: String) throws
    func why(_ arguments: [String], _ folder: String) async -> Int32
}

extension Kind: Asked {
    func record(_ folder: String, entries: UInt64) async throws {
        let opened = try await Core.open(
            journal: folder, initial: initial, catalog: catalog,
            configuration: JournalConfiguration(app: name, durability: .process, rotation: Rotation(keeping: nil)))
        var random = Random()
        while opened.journal.lastSeq < entries {
            for _ in 0..<100 { fire(opened.core, &random) }
            await opened.core.settled()
        }
        try await opened.close()
    }

    func fold(_ folder: String) throws {
        var end = try Replay(of: try RecordingFile(path: folder), catalog: catalog)
        _ = end.state
    }

    func why(_ arguments: [String], _ folder: String) async -> Int32 {
        await JournalTool(catalog, app: name).run(["why"] + arguments + [folder])
    }
}
