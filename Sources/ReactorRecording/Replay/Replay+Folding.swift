import Reactor

extension Replay {
    /// Creates a replay of a recording up to an entry, or to its end.
    ///
    /// ```swift
    /// func digest<App>(of recording: RecordingFile, _ catalog: EventCatalog<App>) throws -> String {
    ///     var end = try Replay(of: recording, catalog: catalog)
    ///     return try end.json().digest
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - source: The recording.
    ///   - seq: The last entry to replay, or nil for all. Inside a group the replay stops before the group.
    ///   - catalog: The catalog that decodes the events.
    /// - Throws: ``ReplayError``, also if the recording ends before the entry or inside a group.
    public init(
        of source: some RecordingSource, through seq: UInt64? = nil, catalog: EventCatalog<StateType>
    ) throws(ReplayError) {
        try self.init(source.header, catalog: catalog)
        try advance(through: seq ?? .max, of: source)
        guard let seq else {
            if isInGroup { throw ReplayError.brokenGroup(seq: self.seq + 1) }
            return
        }
        guard seq >= source.header.from, reached >= seq else {
            throw ReplayError.outOfRange(seq: seq, first: source.header.from, last: reached)
        }
    }
}
