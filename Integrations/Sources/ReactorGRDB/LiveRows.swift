public import GRDB

extension DatabaseReader {
    /// The results of a query: now, and again each time they change.
    ///
    /// ```swift
    /// struct WatchNotes: Command {
    ///     let query: String
    ///     let database: any DatabaseReader
    ///
    ///     func execute(state: Notes, core: Core<Notes>) async throws {
    ///         let found = database.live { try Note.matching(query).fetchAll($0) }
    ///         for try await notes in found { core.fire(event: NotesFound(query: query, notes: notes)) }
    ///     }
    /// }
    /// ```
    ///
    /// Each value is complete, so only the newest one is stored for a slow reader. The observation ends with the loop or its
    /// task, and when the query fails; the loop then throws the error. Writes of another process are observed only with
    /// ``ForeignChanges``.
    ///
    /// - Parameter fetch: reads it, on a thread of the database; called again when a table was written that it has read.
    public func live<Found: Sendable & Equatable>(
        _ fetch: @escaping @Sendable (Database) throws -> Found
    ) -> AsyncValueObservation<Found> {
        ValueObservation.tracking(fetch).removeDuplicates().values(in: self, bufferingPolicy: .bufferingNewest(1))
    }
}
