import Reactor
import Workloads

/// What instructions are counted of, by the names that the script uses.
enum Work: String, CaseIterable {
    case plain
    case fire
    case subscribers100 = "subscribers-100"
    case subscribers10000 = "subscribers-10000"
    case rows100 = "rows-100"
    case rows10000 = "rows-10000"
    case elements1000 = "elements-1000"
    case elements1000000 = "elements-1000000"
    case task
    case command

    /// Does it `count` times.
    func run(_ count: Int) async throws {
        switch self {
        case .plain:
            var loop = PlainLoop<EightCasts>()
            EightCasts.produce(count, producer: 0, into: &loop)
            try check(loop.state.attendance, count, rawValue)
        case .fire:
            let core = Core(state: EightCasts())
            var sink = CoreSink(core)
            EightCasts.produce(count, producer: 0, into: &sink)
            try check(await core.read { $0.attendance }, count, rawValue)
        case .subscribers100: try await Crowd(100).fire(count)
        case .subscribers10000: try await Crowd(10_000).fire(count)
        case .rows100: try await RowCrowd(100).fire(count)
        case .rows10000: try await RowCrowd(10_000).fire(count)
        case .elements1000: try await Bulk(1_000).fire(count)
        case .elements1000000: try await Bulk(1_000_000).fire(count)
        case .task: try await Bursts.tasks(count)
        case .command: try await Bursts.commands(count)
        }
    }
}
