extension UnexpectedEnd {
    /// What a journal's folder holds of an end that was unexpected. Nothing is changed, and nothing is opened for writing.
    ///
    /// - Parameter folder: the folder of a journal.
    /// - Returns: nil where it was closed, where a writer is at work, and where nobody can say.
    /// - Throws: ``ReplayError/journal(_:)`` when there is no journal, or it is damaged.
    public init?(in folder: String) throws(ReplayError) {
        return nil
    }
}

extension RecordingFile {
    /// How the journal ended, when it is the folder of one that was not closed.
    ///
    /// - Throws: as ``UnexpectedEnd/init(in:)`` does.
    public func unexpectedEnd() throws(ReplayError) -> UnexpectedEnd? { try UnexpectedEnd(in: path) }
}
