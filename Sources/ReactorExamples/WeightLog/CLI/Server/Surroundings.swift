import Reactor
import ReactorServices
import ReactorTerminal

/// The dependencies of the program when a log has a server.
struct Surroundings: Sendable {
    /// The network for requests.
    var network: @Sendable () -> any NetworkAdapter = { URLSessionNetworkAdapter() }
    /// Time and random numbers.
    var runtime = Runtime.live
    /// When the user stops the program, and lets it go on.
    var stops: @Sendable () -> Stops = { .ofProcess() }

    /// The dependencies of the task. Subcommands are values without a parameter for them, and tests provide their
    /// own network and clock.
    @TaskLocal static var current = Surroundings()
}
