import Reactor
import ReactorServices
import ReactorURLSession

/// What the program takes from the world when a log has a server.
struct Surroundings: Sendable {
    /// What requests are sent over.
    var network: @Sendable () -> any NetworkAdapter = { URLSessionNetworkAdapter() }
    /// Time and random numbers.
    var runtime = Runtime.live

    /// Those of the task. Verbs are values without a parameter for it, and tests bring a network and a clock of their own.
    @TaskLocal static var current = Surroundings()
}
