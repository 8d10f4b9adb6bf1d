import Reactor

/// A folder of recordings that every later version of a program has to replay as they were replayed when they were added.
///
/// ```swift
/// func replayAll<App>(_ catalog: EventCatalog<App>) throws {
///     let golden = GoldenRecordings(folder: "Tests/Golden")
///     for name in try golden.names() {
///         let verification = try golden.verify(name, catalog: catalog)
///         if let finding = verification.finding { print("\(name): \(finding)") }
///     }
/// }
/// ```
///
/// A file is an ordinary recording whose checks hold the digests of what was replayed then. It is not changed: a program that
/// comes to another state has changed its past. Only where the state has got another form it is renewed.
public struct GoldenRecordings: Sendable {
    /// The folder.
    package let folder: String

    /// The recordings of a folder.
    public init(folder: String) { self.folder = folder }

    /// The names of the recordings, sorted: files that end with `.jsonl`.
    ///
    /// - Throws: ``ReplayError`` when there is no such folder.
    public func names() throws(ReplayError) -> [String] {
        do {
            return try SystemFileSystem().listed(folder).filter { $0.hasSuffix(".jsonl") }.sorted()
        } catch {
            throw ReplayError(error, path: folder)
        }
    }

    /// Replays one of them and compares it with its digests.
    ///
    /// - Throws: ``ReplayError``, also when no digest says what its end should be, or none can be compared because the
    ///   state has another version or form: ``renew(_:catalog:)`` it then.
    public func verify<StateType>(
        _ name: String, catalog: EventCatalog<StateType>
    ) throws(ReplayError) -> Verification {
        let path = Path.join(folder, name)
        let verification = try Verification(of: RecordingFile(path: path), catalog: catalog)
        guard verification.finding != nil || verification.lastDigest == verification.seq else {
            if let reason = verification.passedOver { throw ReplayError(.incomparable(path: path, reason)) }
            throw ReplayError(.withoutDigest(path: path))
        }
        return verification
    }

    /// Writes the digests of one of them anew, and the state that it begins with in today's form: after a change of the
    /// state's form, which is no change of what the events mean. Look at what it is replayed to first: from then on that is
    /// right.
    ///
    /// - Throws: ``ReplayError`` when it cannot be replayed.
    public func renew<StateType>(_ name: String, catalog: EventCatalog<StateType>) throws(ReplayError) {
        let path = Path.join(folder, name)
        try write(try Self.frozen(RecordingFile(path: path), catalog), to: path)
    }

    /// Adds a recording: the last segment of a journal, or a bug report, whose secrets stay taken out. Its digests are
    /// those of what it is replayed to now.
    ///
    /// - Throws: ``ReplayError`` when it cannot be replayed, or there is a recording of that name.
    public func add<StateType>(
        _ source: some RecordingSource, as name: String, catalog: EventCatalog<StateType>
    ) throws(ReplayError) {
        let path = Path.join(folder, name)
        guard try !names().contains(name) else { throw ReplayError(.alreadyThere(path: path)) }
        try write(try Self.frozen(source, catalog), to: path)
    }

    private func write(_ bytes: [UInt8], to path: String) throws(ReplayError) {
        do {
            let file = try SystemFileSystem().opened(path, .replace)
            try file.writeAll(bytes, at: 0)
            try file.synced(.disk)
        } catch {
            throw ReplayError(error, path: path)
        }
    }

    private static let entriesBetweenChecks: UInt64 = 100

    private static func frozen<StateType>(
        _ source: some RecordingSource, _ catalog: EventCatalog<StateType>
    ) throws(ReplayError) -> [UInt8] {
        var writer = LineWriter()
        var header = source.header
        header.isRedacted = false
        (header.segment, header.after) = (nil, nil)
        var replay = try Replay(header, catalog: catalog)
        // Digests are compared with states of the version that the header names, in the form of its state.
        header.schema.state = catalog.version
        do {
            header.base = try catalog.encode(state: replay.record().base).bytes(.canonical)
        } catch {
            throw ReplayError(.catalog(error, seq: header.from))
        }
        writer.write(header)
        var checked = replay.seq
        func check() throws(ReplayError) {
            let state = EncodedState(try replay.json())
            writer.write(
                JournalCheck(
                    seq: replay.seq, digest: SHA256.hexDigest(of: state.bytes), members: MemberChecks.of(state.bytes)))
            checked = replay.seq
        }
        var lines = try source.lines(after: header.from)
        while let line = try lines.next() {
            guard case .entry(var entry) = line else { continue }
            if entry.event?.gap == .redacted { entry.event?.gap = nil }
            try replay.read(.entry(entry))
            writer.write(entry)
            if replay.seq >= checked + entriesBetweenChecks { try check() }
        }
        if replay.isInGroup { throw ReplayError(.brokenGroup(seq: replay.seq + 1)) }
        if checked < replay.seq || replay.seq == header.from { try check() }
        return writer.bytes
    }
}
