/// A handle that can be started: every handle that a core makes.
@usableFromInline
class StartableCommand: CommandHandle, @unchecked Sendable {
    // Sendable: as CommandHandle; `core` and what subclasses keep for an attempt are set on the core's executor and
    // taken on the command lane, one after the other through the lane's lock.

    /// The core that the attempt is given. Kept from the start of the attempt until its result is posted.
    @exclusivity(unchecked) var core: AnyObject?

    /// Takes what the next attempt needs. On the core's executor, when the table says start.
    func prepare(on engine: Engine) {}

    /// Lets go of what was prepared, taken or not: a command that was cancelled before it started never takes it.
    func discard() { core = nil }

    /// Runs the prepared attempt on the command lane.
    func execute(on lane: isolated any Actor) async throws {}
}
