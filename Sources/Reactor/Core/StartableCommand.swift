/// A handle that can be started: every handle that a core makes.
class StartableCommand: CommandHandle, @unchecked Sendable {
    // Sendable: as CommandHandle; `engine` and what subclasses keep for an attempt are set on the core's executor and
    // taken on the command lane, one after the other through the lane's lock.

    /// Keeps the core alive from the start of an attempt until its result is posted.
    var engine: Engine?

    /// Takes what the next attempt needs. On the core's executor, when the table says start.
    func prepare(on engine: Engine) { self.engine = engine }

    /// Lets go of what was prepared, taken or not: a command that was cancelled before it started never takes it.
    func discard() { engine = nil }

    /// Runs the prepared attempt on the command lane.
    func execute(on lane: isolated any Actor) async throws {}
}
