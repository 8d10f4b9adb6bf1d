extension UnexpectedEnd {
    /// What an app attaches to its crash report: the end of the journal, what the flight recorder had behind it, and what it
    /// was at work on, as a bug report that the tools read.
    ///
    /// It is no longer than `limit`: it begins as early in the segment as there is room for, with the state there, and says
    /// what was left out.
    ///
    /// - Parameters:
    ///   - redactor: what is secret; nil sends everything as it is.
    ///   - catalog: what the recording is read with.
    ///   - limit: how many bytes the file may have.
    /// - Throws: ``ReplayError`` when the segment is not there any more, or cannot be read.
    public func report<StateType>(
        _ redactor: Redactor?, catalog: EventCatalog<StateType>, limit: FlightRecorder.Size = .kilobytes(200),
        versions: [String: String] = [:], facts: [String: String] = [:]
    ) throws(ReplayError) -> BugReport {
        try BugReport(
            of: RecordingFile(path: file), catalog: catalog, redactor: redactor, versions: versions, facts: facts)
    }
}
