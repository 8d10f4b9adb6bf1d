import Reactor
import ReactorRecording
import ReactorTesting

/// A box to type into: each text is searched for, hits arrive page by page, and a hit that was opened is stored as recent.
///
/// It is correct, and each of its bugs makes it wrong in some orders of the responses.
struct SearchBox: State, Codable, Hashable {
    enum Bug: String, Codable, CaseIterable {
        /// Hits are shown for whichever text they were requested.
        case staleResponse
        /// Pages are appended in the order in which they arrive.
        case pagesAsTheyArrive
        /// The list of recent hits is read before the server has stored a hit, and written after that.
        case recentWrittenBack
    }

    struct Page: Codable, Hashable {
        var number: Int
        var hits: [String]
    }

    var bug: Bug?
    var text = ""
    /// The text whose first page is awaited.
    var requested: String?
    var hits: [String] = []
    /// The number of pages that are shown, without a gap.
    var pages = 0
    /// Pages that arrived before the page that belongs in front of them.
    var early: [Page] = []
    var pagesInFlight = 0
    /// The hits that were opened, and those of them that the server has stored.
    var opened: [String] = []
    var recent: [String] = []
    var storesInFlight = 0

    init(bug: Bug?) { self.bug = bug }

    mutating func react(to event: any Event) {
        switch event {
        case let event as Typed:
            (text, requested) = (event.text, event.text.isEmpty ? nil : event.text)
            (hits, pages, early, pagesInFlight) = ([], 0, [], 0)
        case let event as Found:
            guard requested == event.text || bug == .staleResponse else { return }
            if requested == event.text { requested = nil }
            (hits, pages) = (event.hits, 1)
        case let event as SearchFailed: if requested == event.text { requested = nil }
        case let event as PageRequested: if event.text == text { pagesInFlight += 1 }
        case let event as PageFailed: if event.text == text { pagesInFlight -= 1 }
        case let event as PageFound: turn(to: event)
        case let event as HitOpened:
            opened.append(event.hit)
            storesInFlight += 1
        case let event as HitStored:
            storesInFlight -= 1
            if bug == .recentWrittenBack { recent = event.all } else { recent.append(event.hit) }
        case let event as StoringFailed:
            storesInFlight -= 1
            opened.removeAll { $0 == event.hit }
        default: break
        }
    }

    private mutating func turn(to event: PageFound) {
        guard event.text == text, pages > 0 else { return }
        pagesInFlight -= 1
        if bug == .pagesAsTheyArrive {
            hits += event.hits
            pages += 1
        } else if event.page > pages, !early.contains(where: { $0.number == event.page }) {
            early.append(Page(number: event.page, hits: event.hits))
        }
        while let next = early.firstIndex(where: { $0.number == pages + 1 }) {
            hits += early.remove(at: next).hits
            pages += 1
        }
    }

    /// The first invariant that does not hold. Invariants are checked only if nothing that they are about is in flight.
    var broken: String? {
        if requested == nil, !hits.allSatisfy({ $0.hasPrefix("\(text)-") }) { return "hits are those of the text" }
        if requested == nil, pagesInFlight == 0, hits != hits.indices.map({ "\(text)-\($0 + 1)" }) {
            return "hits are in their order"
        }
        if storesInFlight == 0, Set(recent) != Set(opened) { return "recent hits are those that were opened" }
        return nil
    }

    static let catalog = EventCatalog<SearchBox>(events: [
        .event(Typed.self, as: "typed"), .event(Found.self, as: "found"),
        .event(SearchFailed.self, as: "search.failed"), .event(PageRequested.self, as: "page.requested"),
        .event(PageFound.self, as: "page.found"), .event(PageFailed.self, as: "page.failed"),
        .event(HitOpened.self, as: "hit.opened"), .event(HitStored.self, as: "hit.stored"),
        .event(StoringFailed.self, as: "storing.failed"),
    ])
}

struct Typed: Event, Codable { var text: String }
struct Found: Event, Codable {
    var text: String
    var hits: [String]
}
struct SearchFailed: Event, Codable { var text: String }
struct PageRequested: Event, Codable { var text: String }
struct PageFound: Event, Codable {
    var text: String
    var page: Int
    var hits: [String]
}
struct PageFailed: Event, Codable { var text: String }
struct HitOpened: Event, Codable { var hit: String }
struct HitStored: Event, Codable {
    var hit: String
    /// The recent hits when it was stored, with it.
    var all: [String]
}
struct StoringFailed: Event, Codable { var hit: String }

/// Two hits a page.
private func page(_ number: Int, of text: String) -> [String] {
    ["\(text)-\(2 * number - 1)", "\(text)-\(2 * number)"]
}

private struct Search: Command {
    let text: String
    let server: SimulatedService

    func execute(state: SearchBox, core: Core<SearchBox>) async throws {
        do {
            let hits = try await server.call("search \(text)") { [text] in page(1, of: text) }
            core.fire(event: Found(text: text, hits: hits))
        } catch is SimulatedFault {
            core.fire(event: SearchFailed(text: text))
        }
    }
}

private struct TurnPage: Command {
    let number: Int
    let server: SimulatedService

    func execute(state: SearchBox, core: Core<SearchBox>) async throws {
        let text = state.text
        core.fire(event: PageRequested(text: text))
        do {
            let hits = try await server.call("page \(number) of \(text)") { [number] in page(number, of: text) }
            core.fire(event: PageFound(text: text, page: number, hits: hits))
        } catch is SimulatedFault {
            core.fire(event: PageFailed(text: text))
        }
    }
}

/// Checks that the hit still exists, then stores it.
private struct OpenHit: Command {
    let hit: String
    let server: SimulatedService

    func execute(state: SearchBox, core: Core<SearchBox>) async throws {
        core.fire(event: HitOpened(hit: hit))
        do {
            try await server.call("check \(hit)") {}
            let all = await core.state.recent + [hit]
            try await server.call("store \(hit)") {}
            core.fire(event: HitStored(hit: hit, all: all))
        } catch is SimulatedFault {
            core.fire(event: StoringFailed(hit: hit))
        }
    }
}

/// A user of the box and its server in a simulation.
enum SearchSession {
    /// Fails with the first invariant that a state of the session broke.
    static func run(bug: SearchBox.Bug?, in sim: Simulation) async throws {
        let watch = BrokenInvariants()
        let core = sim.core("app", state: SearchBox(bug: bug), middlewares: [watch])
        try await use(core, in: sim)
        await sim.settled()
        let broken = watch.first.withLock { $0 }
        try await sim.expect("broken: \(broken ?? "")") { broken == nil }
    }

    /// Returns while responses may still be in flight.
    static func use(_ core: Core<SearchBox>, in sim: Simulation) async throws {
        let server = sim.service("search", faults: NetworkFaults(refused: 10, slow: 10))
        var (random, text, lastOpened) = (sim.random, "", 0)
        for _ in 0..<random.number(in: 8...14) {
            switch random.number(in: 0...9) {
            case 0...3:
                let isLonger = text.count < 3 && random.number(in: 0...3) > 0
                text = isLonger ? text + ["a", "b"][random.number(in: 0...1)] : "c"
                let typed = text
                sim.step("type \(typed)") {
                    core.fire(event: Typed(text: typed))
                    core.fire(command: Search(text: typed, server: server))
                }
            case 4:
                text = ""
                sim.step("clear") { core.fire(event: Typed(text: "")) }
            case 5...7:
                let pages = await core.state.pages
                guard pages > 0 else { break }
                let count = random.number(in: 1...2)
                sim.step("scroll by \(count)") {
                    for number in 1...count { core.fire(command: TurnPage(number: pages + number, server: server)) }
                }
            default:
                lastOpened += 1
                let hit = "hit \(lastOpened)"
                sim.step("open \(hit)") { core.fire(command: OpenHit(hit: hit, server: server)) }
            }
            if random.number(in: 0...9) < 8 { try await sim.sleep(for: .milliseconds(random.number(in: 0...90))) }
        }
    }
}

/// Stores the first invariant that a state broke.
private final class BrokenInvariants: Middleware {
    let first = Guarded<String?>(nil)

    func process(event: any Event, state: SearchBox) { first.withLock { $0 = $0 ?? state.broken } }
}
