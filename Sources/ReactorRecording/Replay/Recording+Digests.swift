import Reactor

extension RecordingFile {
    /// Writes the digests of a recording again, and its base state in the current form, so that future replays are compared with
    /// the current states.
    ///
    /// - Throws: ``ReplayError`` if the recording cannot be replayed or written.
    package static func renewDigests<StateType: State & Codable>(
        at path: String, catalog: EventCatalog<StateType>
    ) throws(ReplayError) {
        let bytes = try RecordingFile(path: path).withDigests(catalog)
        do {
            let file = try SystemFileSystem().open(path, .replace)
            try file.writeAll(bytes, at: 0)
            try file.sync(.disk)
        } catch {
            throw ReplayError(error, path: path)
        }
    }
}

extension RecordingSource {
    /// Returns the recording with a digest after every hundredth state, and after the last one.
    func withDigests<StateType: State & Codable>(_ catalog: EventCatalog<StateType>) throws(ReplayError) -> [UInt8] {
        var writer = LineWriter()
        var header = self.header
        header.isRedacted = false
        (header.segment, header.after) = (nil, nil)
        var replay = try Replay(header, catalog: catalog)
        // Digests are compared with states of the header's version and form.
        header.schema.state = catalog.version
        header.base = try ReplayError.atEntry(header.from, catalog.encode(state: replay.record().base)).bytes(
            .canonical)
        writer.write(header)
        var checked = replay.seq
        func check() throws(ReplayError) {
            let state = EncodedState(try replay.json())
            writer.write(
                JournalCheck(
                    seq: replay.seq, digest: SHA256.hexDigest(of: state.bytes), members: MemberChecks.of(state.bytes)))
            checked = replay.seq
        }
        var lines = try self.lines(after: header.from)
        while let line = try lines.next() {
            guard case .entry(var entry) = line else { continue }
            if entry.event?.gap == .redacted { entry.event?.gap = nil }
            try replay.read(.entry(entry))
            writer.write(entry)
            if replay.seq >= checked + 100 { try check() }
        }
        if replay.isInGroup { throw ReplayError.brokenGroup(seq: replay.seq + 1) }
        if checked < replay.seq || replay.seq == header.from { try check() }
        return writer.bytes
    }
}
