import Reactor

/// Has the rows sorted again, once a second, until it is cancelled.
struct Resort: Command {
    let clock: RuntimeClock

    static let interval = Duration.seconds(1)

    var options: CommandOptions { CommandOptions(isTimer: true) }

    func execute(state: Market, core: Core<Market>) async throws {
        while true {
            try await clock.sleep(for: Resort.interval)
            core.fire(event: Resorted())
        }
    }
}
