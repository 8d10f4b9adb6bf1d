import Reactor

extension Replay {
    /// The replay of a recording up to an entry, or to its end.
    ///
    /// ```swift
    /// func digest<App>(of recording: RecordingFile, _ catalog: EventCatalog<App>) throws -> String {
    ///     var end = try Replay(of: recording, catalog: catalog)
    ///     return try end.json().digest
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - source: the recording.
    ///   - seq: the last entry to fold; nil folds all. Inside a group it stops before the group.
    ///   - catalog: what the events are read with.
    /// - Throws: ``ReplayError``, also when the recording does not reach so far or ends inside a group.
    public init(
        of source: some RecordingSource, through seq: UInt64? = nil, catalog: EventCatalog<StateType>
    ) throws(ReplayError) {
        try self.init(source.header, catalog: catalog)
        try advance(through: seq ?? .max, of: source)
        guard let seq else {
            if isInGroup { throw ReplayError(.brokenGroup(seq: self.seq + 1)) }
            return
        }
        guard seq >= source.header.from, reached >= seq else {
            throw ReplayError(.outOfRange(seq: seq, first: source.header.from, last: reached))
        }
    }
}
