import Reactor
import ReactorRecordingSupport

@testable import ReactorRecording

/// One run of a program on a journal, without threads: opens it, writes, and stops at any point.
struct JournalLife {
    private(set) var output: JournalOutput
    let recovered: Folded
    let report: RecoveryReport
    private let lock: any File

    static let folder = JournalFolder("/journal")

    init(_ fileSystem: ModelFileSystem, rotation: Rotation = Rotation(), checkEvery: Int = 1_000) throws {
        let configuration = JournalConfiguration.test(fileSystem, rotation: rotation, checkEvery: checkEvery)
        try fileSystem.makeFolders(Self.folder.path)
        lock = try fileSystem.open(Self.folder.lock, .update)
        guard try lock.tryLock() else { throw JournalError.closed }
        var folded = Folded()
        let recovery = Recovery(
            folder: Self.folder, fileSystem: fileSystem, app: "tally", limit: JournalLimits().error)
        let found = try recovery.run { folded.add($0) }
        recovered = folded
        report = found?.report ?? RecoveryReport()
        output = try JournalOutput(Self.folder, configuration, .tally, found, id: "test")
        if found == nil { try output.begin(.tally) }
        try output.markSynced()
    }

    mutating func fire(_ numbers: [Int], padding: Int = 0) throws {
        let at = Timestamp(millisecondsSince1970: 0)
        if numbers.count > 1 { try output.write(.groupBegan) }
        for number in numbers {
            try output.write(.step(.event(Counted(number, padding: padding)), nil, at))
        }
        if numbers.count > 1 { try output.write(.groupEnded) }
    }

    mutating func beginBatch() { output.beginBatch() }
    mutating func flush() throws { try output.flush() }

    mutating func sync() throws { try output.sync() }

    /// Returns the state, when it is requested.
    mutating func keep(_ numbers: [Int]) throws {
        guard output.asksForState() else { return }
        let state = Tally(numbers: numbers)
        let record = LedgerRecord(
            base: state, entries: [], lastPrediction: PredictionID(0), lastMark: MarkID(0))
        try output.write(.state(JournalEncoding.tally.kept(state, record)))
    }

    mutating func end() throws { try output.end() }
}
