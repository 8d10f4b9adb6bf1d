import EditingTraces
import Reactor
import Workloads

/// The kinds of work whose instructions are counted, by the names that the script uses.
enum Work: String, CaseIterable {
    case plain
    case fire
    case subscribers100 = "subscribers-100"
    case subscribers10000 = "subscribers-10000"
    case rows100 = "rows-100"
    case rows10000 = "rows-10000"
    case parts1000 = "parts-1000"
    case parts4000 = "parts-4000"
    case tenthSubscribed = "tenth-subscribed"
    case subscribe
    case listen
    case select
    case look
    case elements1000 = "elements-1000"
    case elements1000000 = "elements-1000000"
    case revised1000 = "revised-1000"
    case revised1000000 = "revised-1000000"
    case compared1000 = "compared-1000"
    case events
    case predicted
    case editsPlain = "edits-plain"
    case editsLength = "edits-length"
    case editsText = "edits-text"
    case decoded
    case replayed
    case recordedOff = "recorded-off"
    case recordedPosition = "recorded-position"
    case recordedPayload = "recorded-payload"
    case updatedRow = "updated-row"
    case toldRow = "told-row"
    case lateRow = "late-row"
    case coreCreate = "core-create"
    case loopCreate = "loop-create"
    case keyedCreate = "keyed-create"
    case arrayCreate = "array-create"
    case coreCreate10000 = "core-create-10000"
    case loopCreate10000 = "loop-create-10000"
    case coreAppend = "core-append"
    case loopAppend = "loop-append"
    case keyedOthers = "keyed-others"
    case arrayOthers = "array-others"
    case coreTenth = "core-tenth"
    case loopTenth = "loop-tenth"
    case coreSelect = "core-select"
    case loopSelect = "loop-select"
    case coreSwap = "core-swap"
    case loopSwap = "loop-swap"
    case coreRemove = "core-remove"
    case loopRemove = "loop-remove"
    case keysUnwatched = "keys-unwatched"
    case keysWatched = "keys-watched"
    case queries0 = "queries-0"
    case queries20 = "queries-20"
    case tags2500 = "tags-2500"
    case tags10000 = "tags-10000"
    case tags25000 = "tags-25000"
    case tags100000 = "tags-100000"
    case refreshed
    case fetched
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
        case .parts1000: try await PartCrowd(1_000).fire(count)
        case .parts4000: try await PartCrowd(4_000).fire(count)
        case .tenthSubscribed: try await SubscribedTable().change(count)
        case .subscribe: try await Listeners.subscribe(count)
        case .listen: try Listeners.listen(count)
        case .select: try await Listeners.select(count)
        case .look: try Listeners.look(count)
        case .elements1000: try await Bulk(1_000).fire(count)
        case .elements1000000: try await Bulk(1_000_000).fire(count)
        case .revised1000: try await Revised(revisions: 1_000).fire(count)
        case .revised1000000: try await Revised(revisions: 1_000_000).fire(count)
        case .compared1000: try await Revised(compared: 1_000).fire(count)
        case .events: try await Bursts.events(count)
        case .predicted: try await Bursts.predicted(count)
        case .editsPlain: try await edit(.plain, count)
        case .editsLength: try await edit(.length, count)
        case .editsText: try await edit(.text, count)
        case .decoded: try check(Refolded(count).decoded(), count, rawValue)
        case .replayed: try check(Refolded(count).replayed(), count, rawValue)
        case .recordedOff: try await Recorded(.off).fire(count)
        case .recordedPosition: try await Recorded(.position).fire(count)
        case .recordedPayload: try await Recorded(.payload()).fire(count)
        case .updatedRow: try ServerWords.tell(count, .withoutVersion)
        case .toldRow: try ServerWords.tell(count, .newer)
        case .lateRow: try ServerWords.tell(count, .older)
        case .coreCreate: try await RowsInBulk(.create(1_000)).core(count)
        case .loopCreate: try RowsInBulk(.create(1_000)).loop(count)
        case .keyedCreate: try RowsInBulk(.create(1_000)).keyed(count)
        case .arrayCreate: try RowsInBulk(.create(1_000)).array(count)
        case .coreCreate10000: try await RowsInBulk(.create(10_000)).core(count)
        case .loopCreate10000: try RowsInBulk(.create(10_000)).loop(count)
        case .coreAppend: try await RowsInBulk(.append(1_000)).core(count)
        case .loopAppend: try RowsInBulk(.append(1_000)).loop(count)
        case .keyedOthers: try RowsInBulk(.others).keyed(count)
        case .arrayOthers: try RowsInBulk(.others).array(count)
        case .coreTenth: try await RowsInBulk(.everyTenth).core(count)
        case .loopTenth: try RowsInBulk(.everyTenth).loop(count)
        case .coreSelect: try await RowsInBulk(.select).core(count)
        case .loopSelect: try RowsInBulk(.select).loop(count)
        case .coreSwap: try await RowsInBulk(.swap).core(count)
        case .loopSwap: try RowsInBulk(.swap).loop(count)
        case .coreRemove: try await RowsInBulk(.remove).core(count)
        case .loopRemove: try RowsInBulk(.remove).loop(count)
        case .keysUnwatched: try await QueryCrowd(0).fire(count)
        case .keysWatched: try await QueryCrowd(10_000).fire(count)
        case .queries0: try await TwentyQueries.without(count)
        case .queries20: try await TwentyQueries.fire(count)
        case .tags2500: try await WatchedTags(2_500).invalidate(count)
        case .tags10000: try await WatchedTags(10_000).invalidate(count)
        case .tags25000: try await WatchedTags(25_000).invalidate(count)
        case .tags100000: try await WatchedTags(100_000).invalidate(count)
        case .refreshed: try await Refreshes().refresh(count)
        case .fetched: try await Refreshes().fetch(count)
        case .task: try await Bursts.tasks(count)
        case .command: try await Bursts.commands(count)
        }
    }

    /// Plays the first available session from the start, as often as required for `count` edits or a few more.
    private func edit(_ playing: Playing, _ count: Int) async throws {
        guard let file = EditingTrace.kept.first else { throw WrongResult(description: "No editing session was found in ../shared/data.") }
        let trace = try EditingTrace(contentsOf: file)
        for _ in 0..<(count + trace.count - 1) / trace.count {
            let (_, isRight) = await trace.play(playing)
            try check(isRight, "\(trace.name), \(playing): the final text is not the expected one.")
        }
    }
}
