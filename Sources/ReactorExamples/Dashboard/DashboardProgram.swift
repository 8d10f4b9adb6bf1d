import Reactor
import ReactorTerminal

@main
enum DashboardProgram {
    static let program = Program(
        "dashboard", version: "0.1.0", "A market of 10,000 live rows in a Reactor core.", verbs: [Watch.verb],
        defaultVerb: Watch.verb)

    static func main() async { await program.main() }
}

/// `dashboard [--frames N] [--rows N] [--rate N] [--seed N] [--follow SYMBOL]`
enum Watch {
    static let frames = Option.value("frames", "N", "end after N frames")
    static let rows = Option.value("rows", "N", "the number of instruments (default: 10000)")
    static let rate = Option.value("rate", "N", "the number of trades per second (default: 20000)")
    static let seed = Option.value("seed", "N", "the seed of the prices (default: 1)")
    static let follow = Option.value("follow", "SYMBOL", "print the trades of one instrument, one per line")

    static let verb = Verb(
        "watch", "print the changed rows of a market once per second",
        discussion: """
            Four producers trade. A frame reads only the rows that changed since the last one, prints those that moved most, \
            and their number.
            """,
        options: [frames, rows, rate, seed, follow], run: run)

    private static func run(_ console: Console) async throws {
        let frames = try console.arguments.number(frames)
        let seed = UInt64(try console.arguments.number(seed, in: 0 ... .max) ?? 1)
        let clock = RuntimeClock(.continuous)
        let listing = Listing(count: try console.arguments.number(rows, in: 1...Listing.largest) ?? 10_000, seed: seed)
        let pace = Trade.Pace(
            tradesPerSecond: try console.arguments.number(rate, in: 1...10_000_000) ?? 20_000, seed: seed, clock: clock)
        let followed = try console.arguments[follow].map { try listing.followed($0) }
        let (core, changes) = (Core<Market>.trading(listing, pace), Changes())
        let subscription = core.subscribe(to: .changes(of: \.instruments)) { [changes] in changes.note($0) }
        do {
            if let followed {
                try await Follower(core: core, output: console.output).run(followed, lines: frames)
            } else {
                let interval = frames == nil ? Duration.seconds(1) : .milliseconds(100)
                try await Frames(
                    core: core, changes: changes, output: console.output, clock: clock, interval: interval
                ).run(count: frames)
            }
        } catch {
            subscription.cancel()
            await core.close()
            throw error
        }
        subscription.cancel()
        await core.close()
    }
}

extension Listing {
    fileprivate func followed(_ symbol: String) throws(UsageError) -> Int32 {
        if let id = id(of: symbol.uppercased()) { return id }
        throw .invalidValue(
            symbol, of: Watch.follow.name, expected: "a symbol from AAAA to \(Listing.symbol(count - 1))")
    }
}

extension Core<Market> {
    /// Returns a core with a market whose producers trade as long as it runs.
    static func trading(_ listing: Listing, _ pace: Trade.Pace) -> Core<Market> {
        let core = Core(state: Market(listing: listing))
        for number in 0..<Trade.producers { core.fire(command: Trade(number: number, pace: pace)) }
        return core
    }
}
