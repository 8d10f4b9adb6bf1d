import Reactor
import ReactorRecording

/// Replays a recording and prints the cost of each part, and at the end the digest.
func replay(_ path: String) throws {
    let clock = ContinuousClock()
    let source = try RecordingFile(path: path)
    var entries = 0
    let reading = try clock.measure { try source.forEachEntry { _ in entries += 1 } }
    let decoding = try clock.measure {
        try source.forEachEntry { entry in if let event = entry.event { _ = try Bank.catalog.decode(event) } }
    }
    var digest = ""
    let all = try clock.measure {
        var end = try Replay(of: source, catalog: Bank.catalog)
        digest = try end.json().digest
    }
    print("entries \(entries)")
    print("reading lines \(reading)")
    print("and decoding events \(decoding)")
    print("and replaying \(all)")
    print("digest \(digest)")
}

/// Replays a recording twice and compares it with every digest in it.
func verify(_ path: String) throws {
    let source = try RecordingFile(path: path)
    var result: Verification?
    let time = try ContinuousClock().measure {
        result = try Verification(of: source, every: 100_000, catalog: Bank.catalog)
    }
    guard let result else { return }
    print("verified \(result.entries) entries against \(result.checks) checks in \(time)")
    print(result.finding.map { "\($0)" } ?? "nothing differs")
}

/// Opens a core from the journal, as an app does when it starts.
func open(_ path: String) async throws {
    let clock = ContinuousClock()
    let start = clock.now
    let opened = try await Core.open(
        journal: path, initial: Bank(), catalog: Bank.catalog,
        configuration: JournalConfiguration(app: "million-events", rotation: Rotation(keeping: nil)))
    let time = clock.now - start
    print("opened the last segment in \(time): \(opened.report)")
    print("digest \(try Bank.catalog.digest(of: await opened.core.state))")
    try await opened.journal.close()
}
