import Reactor
import Synchronization

/// Counts from several threads.
public final class Tally: Sendable {
    private let value = Atomic<Int>(0)

    /// A count of nothing.
    public init() {}

    /// Adds one.
    public func add() { value.add(1, ordering: .relaxed) }

    /// The number of calls of ``add()``.
    public var count: Int { value.load(ordering: .relaxed) }
}

/// A command that counts itself, the least there is to be done.
public struct CountItself: Command {
    let tally: Tally

    /// A command that adds one to `tally`.
    public init(_ tally: Tally) { self.tally = tally }

    public func execute(state: OneCast, core: Core<OneCast>) { tally.add() }
}
