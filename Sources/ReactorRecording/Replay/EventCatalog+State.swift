extension EventCatalog {
    /// Returns the state at the end of a journal, as far as it is written. It takes no lock, so an app can write the journal at
    /// the same time.
    ///
    /// Incomplete groups and lines are ignored. Only the last segment is read, and no file is changed.
    ///
    /// ```swift
    /// func present<App>(_ folder: String, _ catalog: EventCatalog<App>) throws -> App {
    ///     try catalog.state(of: folder)
    /// }
    /// ```
    ///
    /// - Throws: ``ReplayError`` if there is no journal, if it is damaged, or if this catalog cannot read it.
    /// - Complexity: O(the last segment), as for opening.
    public func state(of folder: String) throws(ReplayError) -> StateType {
        try state(of: folder, SystemFileSystem())
    }

    func state(of folder: String, _ fileSystem: any FileSystem) throws(ReplayError) -> StateType {
        while true {
            let last = last(of: folder, fileSystem)
            do {
                return try fold(folder, from: last, fileSystem)
            } catch {
                // The writer may have begun the next segment and removed this one.
                guard last != self.last(of: folder, fileSystem) else { throw ReplayError(error, path: folder) }
            }
        }
    }

    private func last(of folder: String, _ fileSystem: any FileSystem) -> Int? {
        try? JournalFolder(folder).segments(fileSystem).last
    }

    private func fold(_ folder: String, from segment: Int?, _ fileSystem: any FileSystem) throws -> StateType {
        guard let segment else { throw JournalError.notJournal(path: folder) }
        var reader = try RecordingReader(path: folder, from: JournalFolder(folder).segment(segment), fileSystem)
        guard case .header(let header) = try reader.next() else { throw JournalError.notJournal(path: folder) }
        var replay = try Replay(header, catalog: self)
        while let line = try reader.next() { try replay.read(line) }
        return replay.state
    }
}
