import Reactor
import ReactorRecording

/// The digests of the states of one recording with one build, for a comparison with another build.
///
/// `check -o` writes one as a line of JSON for each recording.
struct SessionStates {
    let path: String
    /// The id of the recording.
    let session: String
    /// The digest of the visible state after each entry, if it differs from the previous one. The first is the base state.
    private(set) var digests: [(seq: UInt64, digest: String)] = []
    /// The last entry that was replayed, if the build could not continue.
    private(set) var reached: UInt64?
    /// The reason why the build could not continue, or nil if it reached the end.
    private(set) var obstacle: String?

    /// Replays a recording.
    init<StateType: State & Codable>(
        _ path: String, of source: some RecordingSource, catalog: EventCatalog<StateType>
    ) {
        (self.path, session) = (path, source.header.id)
        var (state, seq) = (StateDigests(), UInt64(0))
        do throws(ReplayError) {
            var states = try RecordedStates(of: source, catalog: catalog)
            func take() throws(ReplayError) {
                let digest = String(state.digest(of: try states.encoded()), radix: 16)
                seq = states.replay.seq
                if digests.last?.digest != digest { digests.append((seq, digest)) }
            }
            try take()
            while let (_, isSeen) = try states.next() { if isSeen { try take() } }
        } catch {
            (obstacle, reached) = ("\(error)", seq)
        }
    }

    /// Whether the build replayed this entry.
    func covers(_ seq: UInt64) -> Bool { obstacle == nil || seq <= reached ?? 0 && !digests.isEmpty }

    /// Returns the first entry after which two builds have different states, or nil if there is none that both replayed.
    func firstDifference(from other: SessionStates) -> UInt64? {
        let (mine, theirs) = (digests, other.digests)
        guard
            let index = mine.indices.first(where: { $0 >= theirs.count || mine[$0] != theirs[$0] })
                ?? (theirs.count > mine.count ? mine.count : nil)
        else { return nil }
        let seq = [mine, theirs].compactMap { index < $0.count ? $0[index].seq : nil }.min()
        return seq.flatMap { covers($0) && other.covers($0) ? $0 : nil }
    }
}

extension SessionStates {
    var json: JSON {
        var json: JSON = [
            "path": .string(path), "session": .string(session),
            "states": .array(digests.map { .array([.number(JSON.Number($0.seq)), .string($0.digest)]) }),
        ]
        json["reached"] = reached.map { .number(JSON.Number($0)) }
        json["obstacle"] = obstacle.map { .string($0) }
        return json
    }

    /// Parses a line of `check -o`, or returns nil for another line.
    init?(_ json: JSON) {
        guard let path = json["path"]?.string, let session = json["session"]?.string,
            let states = json["states"]?.array
        else { return nil }
        (self.path, self.session) = (path, session)
        (reached, obstacle) = (json["reached"]?.number?.uint64, json["obstacle"]?.string)
        for state in states {
            guard let seq = state[0]?.number?.uint64, let digest = state[1]?.string else { return nil }
            digests.append((seq, digest))
        }
    }
}

extension JSON.Number {
    fileprivate var uint64: UInt64? { UInt64(text) }
}

/// The states of many recordings with another build: the file that `check -o` wrote.
struct OtherBuild {
    let path: String
    private var sessions: [String: [SessionStates]] = [:]

    /// - Throws: ``JournalError`` if the file cannot be read.
    init(_ path: String) throws {
        self.path = path
        do {
            var source = LineSource(try SystemFileSystem().open(path, .read))
            // A file with other lines can be of any kind.
            while let line = try source.next(limit: source.begins(with: "{\"path\":") ? .max : 1 << 16) {
                guard line.isFinished, let states = (try? JSON(parsing: line.bytes)).flatMap(SessionStates.init)
                else { continue }
                sessions[states.session, default: []].append(states)
            }
        } catch {
            throw JournalError.from(error, in: path)
        }
    }

    /// Returns the states of a recording by its id, whatever the name of its file was, or nil if the file has none.
    ///
    /// Of several copies, the one with the same path is used, or else the longest.
    func states(of session: String, at path: String) -> SessionStates? {
        let copies = sessions[session] ?? []
        return copies.first { $0.path == path } ?? copies.max { $0.digests.count < $1.digests.count }
    }
}
