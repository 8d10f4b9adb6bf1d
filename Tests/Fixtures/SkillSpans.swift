// The code spans of Skills/reactor/SKILL.md in a whole program. `.ci/docs` compiles them with the skill's blocks, and `.ci/lint`
// finds spans that are not here.

struct Line: State, Identifiable {
    var id: String
    mutating func react(to event: any Event) {}
}

struct House: State {
    var search = Search()
    var detail: Search?
    var lines: KeyedRows<String, Line> = []
    var rows: KeyedRows<String, Item> = []
    var isLoading = false
    var selectedID: String?
    var problem: UserFacingError<ItemsReceived>?

    mutating func react(to event: any Event) {
        let child = search
        _ = child
        if let ended = event as? CommandEnded { problem = UserFacingError(ended, retry: ItemsReceived(items: [])) }
    }
}

extension Search { static var reactions: [Reaction<Search>] { [] } }

struct Audit: Middleware { func intercept(event: any Event, state: Items) -> (any Event)? { event } }

struct Library: State {
    var all = RequestStatus<[Item], String>()
    var rows: KeyedRows<String, Item> = []
    mutating func react(to event: any Event) {
        if all.react(to: event, as: "all") { return }
        let item = Item(id: "a", name: "Milk")
        rows[id: "a"]?.name = "b"
        rows.update(with: item)
        rows.remove(id: "a")
        let items = Array(rows)
        rows = KeyedRows(uniqueRows: items)
        print(rows.ids.count)
    }
}

extension Items {
    static let summary = Derived(\Items.items, \Items.message) { items, message in "\(items.count) \(message ?? "")" }

    mutating func handle(_ event: ChangeEvent) {
        if case .refused(let refusal) = event.phase { message = refusal.message ?? "\(refusal)" }
    }
}

extension LikeChange {
    func events(refused refusal: ChangeRefusal) -> [any Event] {
        [LikeRefused(id: lane.rawValue, reason: "\(refusal)")]
    }
}

struct SomeCommand: Command { func execute(state: Items, core: Core<Items>) {} }
struct Screen: State { mutating func react(to event: any Event) {} }
struct Load: Command { func execute(state: House, core: Core<House>) {} }

func cores(service: ItemService) async throws {
    let core = Core(
        state: Items(), reactions: [.on(ItemsReceived.self) { event in SomeCommand() }],
        dependencies: Dependencies { $0.items = service }, runtime: .main)
    let (event, items, id) = (ItemLiked(id: "a", isLiked: true), [Item](), "a")
    core.fire(event: event)
    core.fire(events: [event])
    _ = await core.fire(command: Like(id: "a", isLiked: true)).outcome
    _ = await core.read { $0.items }
    await core.settled()
    await core.idle()
    let token = core.subscribe(to: \.items) { _ in }
    token.cancel()
    for await items in core.updates(of: \.items) { print(items) }
    core.cancel(id: "refresh")
    core.fire(event: ItemsReceived(items: items), .authoritative)
    let p = core.predict(event, about: [id])
    core.perform(options: CommandOptions(id: "row \(id)", policy: .enqueue)) { core in
        do { p.commit(with: [try await saved()]) } catch { p.rollback(with: []) }
    }
    try await core.optimistically(event, retry: .exponential(attempts: 3)) { _ in .commit }
    try await core.runtime.clock.sleep(for: .seconds(1))
    let (time, later) = (Timestamp.now(in: core.runtime), Timestamp(millisecondsSince1970: 1))
    print(time.advanced(by: .seconds(60)), time.duration(to: later), time < later, time.millisecondsSince1970)
    _ = core.subscribe(to: Items.summary) { _ in }
    _ = Core(state: Items(), middlewares: [Audit()])
    _ = await core.counts.refused(.middleware)
    core.fire(event: Reset<Screen>())
    let ended = CommandEnded(launch: 1, id: nil, command: "", outcome: .cancelled)
    _ = UserFacingError(ended, retry: ItemsReceived(items: []))
    _ = UserFacingError<Never>(ended)?.message.key == "command.timedOut"
}

func libraries(core: Core<Library>) async {
    core.load("all", \.all) { core in try await core.dependencies.items.all() }
    _ = await core.read { ($0.all.value, $0.all.isLoading, $0.all.error) }
    _ = core.subscribe(to: .row(\.rows, id: "a")) { _ in }
}

func saved() async throws -> ItemLiked { ItemLiked(id: "a", isLiked: true) }

func scopes(core: Core<House>, event: any Event) {
    var child = Search()
    child.react(to: event)
    _ = core.scope(to: \.search)
    _ = core.scope(to: \.detail, default: Search())
    _ = core.scope(to: \.lines, id: "a", default: Line(id: "a"))
    let reactions: [Reaction<House>] = [
        .while(\.isLoading) { Load() }, .for(\.selectedID) { id in Load() }, .forEach(\.rows) { id in Load() },
        .scope(\.search, Search.reactions),
    ]
    _ = reactions
    _ = ended(UserFacingError(CommandEnded(launch: 1, id: nil, command: "", outcome: .cancelled)))
}

func ended(_ problem: UserFacingError<ItemsReceived>?) -> String? {
    guard let problem else { return nil }
    return UserMessage.english[problem.message.key]
}

@MainActor
func models(core: Core<Items>, search: ObservableCore<Search>) async throws {
    let model = ObservableCore(core)
    await model.settled()
    print(model.items)
    search[Search.text] = "mi"
    let test = TestCore(state: Search())
    try await test.fire(event: Search.text.assigning("mi"))
    await test.advance(by: .milliseconds(300))
}

func queries(core: Core<Feed>, state: Feed, id: String, event: ItemLiked) async throws {
    _ = try await core.fetch(Feed.item, id)
    await core.watching(Feed.item, id)
    await core.watching(Feed.item, id, every: .seconds(60))
    let entry = state.items.entries[id: id]
    print(entry?.isFetching as Any, entry?.isFirstLoad as Any, entry?.isLoadingMore as Any)
    print(state.pages["all"]?.next as Any)
    core.invalidate(QueryTag("item", id))
    core.loadMore(Feed.page, "all")
    _ = (state.items[id], state.items.entries[id: id]?.failure, Array(state.pages["all"]?.items ?? []))
    try await core.optimistically(event, invalidating: [QueryTag("item", id)]) { _ in .commit }
}

func groupings(of event: any Event) -> [UndoGrouping] {
    [.joinsAssignments(of: event), .newStep, .joins("name"), .noStep]
}

struct Draft: AssignableState, UndoableDocument, Equatable {
    static func undoGrouping(of event: any Event, from before: Draft, to after: Draft) -> UndoGrouping {
        .joinsAssignments(of: event)
    }
    var text = ""
    static let text = Assignable("draft.text", \Draft.text)
    static let assignables = Assignables(text)
    mutating func react(to event: any Event) { _ = assign(event) }
}

func reports(path: String, opened: OpenedCore<Editor>, redactor: Redactor) throws {
    let bytes = try BugReport(
        of: RecordingFile(path: path), catalog: Editor.catalog, redactor: Redactor(state: [["token"]])
    ).bytes()
    print(bytes.count)
    _ = try opened.report.unexpectedEnd.map { try BugReport(of: $0, catalog: Editor.catalog, redactor: redactor) }
    for resumed in opened.pending { resumed.prediction.rollback() }
    for resumed in opened.pending { resumed.prediction.commit() }
}

func timers() async {
    let clock = ManualClock()
    _ = Core(state: Items(), runtime: Runtime(clock: RuntimeClock(clock)))
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    _ = BearerCredential("token")
}

func journals(core: Core<Editor>, opened: OpenedCore<Editor>) async throws {
    print(
        opened.pending.count, await opened.core.read { ($0.note.canUndo, $0.note.redoEvent != nil, $0.note.document) })
    if let undo = await core.read({ $0.note.undoEvent }) { core.fire(event: undo) }
    try await opened.close()
    let changed = EventCatalog<Editor>(events: [
        .event(
            LikeRefused.self, as: "like.refused", version: 2, upcasting: [1: { payload in payload.add("reason", "") }])
    ])
    _ = changed
}

func queues(app: OpenedCore<Items>, queue: ChangeQueue<LikeChange>, id: ChangeID, change: LikeChange) async throws {
    try await queue.enqueue(.like(id: "a", isLiked: true))
    await queue.setOnline(true)
    await queue.idle()
    try await queue.retry(id)
    try await queue.edit(id, to: change)
    try await queue.drop(id)
    _ = try await queue.signOut(.drop)
    try await app.close()
    try await queue.close()
    let network = InMemoryNetworkAdapter { request, _ in .empty(204, for: request) }
    print(network.arrivals)
}

func tests(gate: TestGate<Item>, item: Item) async throws {
    struct Said: Event, Equatable {}
    let (core, value) = (TestCore(state: Items(), exhaustive: false, reactions: []), Said())
    try await core.receive(value) { $0.message = nil }
    try await core.fire(event: ItemLiked(id: "a", isLiked: true)) { $0.message = nil }
    try await core.fire(command: Refresh())
    try await core.perform { core in core.cancelAll() }
    try await core.receive(ItemLiked.self) { $0.message = nil }
    try await core.receive(group: [ItemLiked.self, LikeRefused.self])
    try await core.committed(ItemLiked.self, with: LikeRefused.self)
    try await core.rolledBack(ItemLiked.self, with: LikeRefused.self)
    try await core.launched(SomeCommand.self)
    try await core.refused(ItemLiked.self)
    core.stub(SomeCommand.self) { work, core in print(work) }
    await core.advance(by: .seconds(1))
    await core.settled()
    try await core.finish()
    _ = try await gate.wait()
    gate.open(with: item)
    gate.fail(with: CancellationError())
    await gate.arrived()
    let server = FakeServer([Item(id: "a", name: "Milk")])
    _ = try await server.read("a")
    _ = try await server.write("a", key: "k") { $0?.isLiked = true }
    print(server["a"] as Any)
}

func testQueries() async throws {
    let core = TestCore(state: Feed())
    let watch = core.core.watch(Feed.item, "a")
    try await core.receive(QueryChange<String, Item>.self) { $0.items = core.actualState.items }
    watch.cancel()
}

func simulated(server: LikeServer) async throws {
    try await Simulation.check(seeds: 0..<200) { sim in
        let network = sim.service("items", faults: .flaky)
        let core = sim.core(
            "app", state: Items(),
            dependencies: Dependencies {
                $0.items = ItemService(like: { id, isLiked in
                    try await network.call("like") { await server.like(id, isLiked) }
                })
            })
        core.fire(command: Like(id: "a", isLiked: true))
        try await sim.sleep(for: .milliseconds(20))
        await sim.settled()
        try await sim.expect("text") { await core.state.items == [] }
        var random = sim.random
        _ = random.next()
    }
}

actor LikeServer { func like(_ id: String, _ isLiked: Bool) -> Item { Item(id: id, name: "", isLiked: isLiked) } }
