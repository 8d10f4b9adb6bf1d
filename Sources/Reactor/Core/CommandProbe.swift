/// Watches the commands of a core, and may do their work in their place. For tests.
package protocol CommandProbe: CommandWatch {
    /// Does an attempt's work in the place of the command.
    ///
    /// - Returns: whether it did.
    nonisolated(nonsending) func perform<Work: Command>(
        _ command: Work, core: Core<Work.StateType>
    ) async throws -> Bool
}
