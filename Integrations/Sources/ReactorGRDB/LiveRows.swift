public import GRDB

extension DatabaseReader {
    /// What a query finds: now, and again each time it finds something else.
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
    /// Each value is whole, so of those that a slow reader has not taken the newest alone is kept. The observation ends with the
    /// loop or its task, and when the query fails, whose error the loop throws. What another process writes it hears of by
    /// ``ForeignChanges`` alone.
    ///
    /// - Parameter fetch: reads it, on a thread of the database; called again when a table was written that it has read.
    public func live<Found: Sendable & Equatable>(
        _ fetch: @escaping @Sendable (Database) throws -> Found
    ) -> AsyncValueObservation<Found> {
        ValueObservation.tracking(fetch).removeDuplicates().values(in: self, bufferingPolicy: .bufferingNewest(1))
    }
}
