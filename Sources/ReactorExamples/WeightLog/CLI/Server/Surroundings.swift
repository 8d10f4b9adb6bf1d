import Reactor
import ReactorServices

/// The dependencies of the program when a log has a server.
struct Surroundings: Sendable {
    /// The network for requests.
    var network: @Sendable () -> any NetworkAdapter = { URLSessionNetworkAdapter() }
    /// The clock and the random numbers.
    var runtime = Runtime.live

    /// The dependencies of the task. Subcommands are values without a parameter for them, and tests provide their
    /// own network and clock.
    @TaskLocal static var current = Surroundings()
}
