import Reactor
import ReactorTerminal

@main
enum DashboardProgram {
    static let program = Program(
        "dashboard", version: "0.1.0", "A live table of a market, drawn from a Reactor core.", verbs: [Watch.verb],
        defaultVerb: Watch.verb)

    static func main() async {
        await program.main()
    }
}

/// `dashboard [--frames N] [--rows N] [--rate N] [--seed N] [--follow SYMBOL]`
enum Watch {
    static let frames = Option.value("frames", "N", "end after N frames")
    static let rows = Option.value("rows", "N", "how many instruments are listed (10000)")
    static let rate = Option.value("rate", "N", "how many trades a second, all producers together (20000)")
    static let seed = Option.value("seed", "N", "what the prices are drawn from (1)")
    static let follow = Option.value("follow", "SYMBOL", "print the trades of one instrument instead, a line each")

    static let verb = Verb(
        "watch", "a market of live rows, fed by four producers",
        discussion: """
            Keys: s sorts by the next column, p pauses and goes on, r starts over, q ends; arrows, page keys, home and end
            scroll.

            Only rows that changed and are in the window are drawn again, thirty times a second; the footer says how many.
            In a pipe or a file, and on a terminal that is `dumb`, the topmost rows are printed once a second.
            """,
        options: [frames, rows, rate, seed, follow], run: run)

    private static func run(_ console: Console) async throws {
        let frames = try number(frames, 1...Int.max, console)
        let seed = UInt64(try number(seed, 0...Int.max, console) ?? 1)
        let clock = RuntimeClock(.continuous)
        let listing = Listing(count: try number(rows, 1...Listing.largest, console) ?? 10_000, seed: seed)
        let pace = Trade.Pace(
            tradesPerSecond: try number(rate, 1...10_000_000, console) ?? 20_000, seed: seed, clock: clock)
        let followed = try console.arguments[follow].map { try listing.followed($0) }
        let watching = Watching(listing: listing, pace: pace)
        do {
            if let followed {
                try await RowDisplay(core: watching.core, output: console.output).run(followed, frames: frames)
            } else {
                try await show(watching, on: console.output, frames: frames, clock)
            }
        } catch {
            await watching.end()
            throw error
        }
        await watching.end()
    }

    private static func show(_ watching: Watching, on output: Output, frames: Int?, _ clock: RuntimeClock) async throws
    {
        guard output.screen.isTerminal && !output.screen.isDumb else {
            return try await PlainDisplay(watching: watching, output: output, clock: clock).run(frames: frames)
        }
        let screen = try FullScreen(output)
        defer { screen.close() }
        var display = LiveDisplay(watching, on: screen, hasColour: output.screen.hasColour, clock: clock)
        try await withTaskCancellationHandler {
            try await display.run(frames: frames)
        } onCancel: {
            // At once, so that a second Ctrl-C, which ends the process where it is, finds the terminal whole.
            screen.close()
        }
    }

    private static func number(_ option: Option, _ range: ClosedRange<Int>, _ console: Console) throws(UsageError)
        -> Int?
    {
        guard let text = console.arguments[option] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            let upper = range.upperBound == .max ? "" : " and at most \(range.upperBound.grouped)"
            throw .invalidValue(
                text, of: option.name, expected: "a whole number, at least \(range.lowerBound)\(upper)")
        }
        return number
    }
}

extension Listing {
    /// The instrument that is called so.
    fileprivate func followed(_ symbol: String) throws(UsageError) -> Int32 {
        if let id = id(of: symbol.uppercased()) { return id }
        throw .invalidValue(
            symbol, of: Watch.follow.name, expected: "a symbol from AAAA to \(Listing.symbol(count - 1))")
    }
}

/// A market that trades, and what a display needs of it.
struct Watching {
    let core: Core<Market>
    let changes = Changes()
    /// How many trades a second are wanted.
    let tradesPerSecond: Int
    private let subscriptions: [Subscription]

    init(listing: Listing, pace: Trade.Pace) {
        let core = Core(
            state: Market(listing: listing),
            reactions: {
                for number in 0..<Trade.producers { For(\.session) { _ in Trade(number: number, pace: pace) } }
                While(\.isResorted) { Resort(clock: pace.clock) }
            })
        self.core = core
        tradesPerSecond = pace.tradesPerSecond
        subscriptions = [
            core.subscribe(to: .order(of: \.instruments)) { [changes] order in changes.note(order: order) },
            core.subscribe(to: .changes(of: \.instruments)) { [changes] changed in changes.note(changed) },
        ]
    }

    /// These rows as they are now. One read for all of them; the rest of the state is not copied.
    func rows(_ ids: [Int32]) async -> [Instrument] {
        await core.read { market in ids.compactMap { market.instruments[id: $0] } }
    }

    /// What a key means to the market.
    func press(_ key: Key) async {
        switch key {
        case .sort: core.fire(event: Sorted(order: await core.read { $0.order }.next))
        case .pause:
            if await core.read({ $0.isTrading }) {
                core.fire(event: TradingPaused())
            } else {
                core.fire(event: TradingResumed())
            }
        case .reset: core.fire(event: Reset<Market>())
        default: break
        }
    }

    func end() async {
        for subscription in subscriptions { subscription.cancel() }
        await core.close()
    }
}
