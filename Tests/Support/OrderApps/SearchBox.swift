package import Reactor
package import ReactorRecording
package import ReactorTesting

/// A box to type into; each text is searched for, and hits come page by page.
package struct SearchBox: OrderApp {
    struct Page: Codable, Hashable {
        var number: Int
        var hits: [String]
    }

    var bug: OrderBug?
    var text = ""
    /// The text whose first page is awaited.
    var asked: String?
    /// The text whose search failed.
    var failed: String?
    var hits: [String] = []
    /// How many pages are shown, without a gap.
    var pages = 0
    /// Pages that came before the one that belongs in front of them.
    var early: [Page] = []
    var pagesUnderWay = 0
    /// What was opened, in order, and what of it the server keeps.
    var opened: [String] = []
    var recent: [String] = []
    var storesUnderWay = 0

    package static let title = "search box"

    package init(bug: OrderBug?) { self.bug = bug }

    package mutating func react(to event: any Event) {
        switch event {
        case let event as Typed: type(event.text)
        case let event as Found: find(event)
        case let event as SearchFailed:
            if asked == event.text { asked = nil } else if bug != .staleFailure { return }
            failed = event.text
        case let event as PageAsked: if event.text == text { pagesUnderWay += 1 }
        case let event as PageFound: turn(to: event)
        case let event as PageFailed: if event.text == text { pagesUnderWay -= 1 }
        case let event as HitOpened:
            opened.append(event.hit)
            storesUnderWay += 1
        case let event as HitStored:
            storesUnderWay -= 1
            if bug == .recentWrittenBack { recent = event.all } else { recent.append(event.hit) }
        case let event as StoringFailed:
            storesUnderWay -= 1
            opened.removeAll { $0 == event.hit }
        case is Reset<SearchBox>: self = SearchBox(bug: bug)
        default: break
        }
    }

    private mutating func type(_ new: String) {
        text = new
        if !new.isEmpty || bug != .clearedBoxStillWaits { asked = new.isEmpty ? nil : new }
        failed = nil
        hits = []
        pages = 0
        early = []
        pagesUnderWay = 0
    }

    private mutating func find(_ event: Found) {
        switch bug {
        case .staleAnswer: if asked == event.text { asked = nil }
        case .anyAnswerEndsTheWait:
            asked = nil
            guard text == event.text else { return }
        default:
            guard asked == event.text else { return }
            asked = nil
        }
        failed = nil
        hits = event.hits
        pages = 1
    }

    private mutating func turn(to event: PageFound) {
        guard event.text == text, pages > 0 else { return }
        pagesUnderWay -= 1
        if bug == .pagesAsTheyCome {
            hits += event.hits
            pages += 1
        } else if event.page > pages || bug == .pageTwice {
            if !early.contains(where: { $0.number == event.page }) {
                early.append(Page(number: event.page, hits: event.hits))
            }
        }
        while let next = early.firstIndex(where: { $0.number == pages + 1 || bug == .pageTwice && $0.number <= pages })
        {
            let page = early.remove(at: next)
            hits += page.hits
            pages = max(pages, page.number)
        }
    }

    /// Nothing that the first page needs is under way.
    private var isAtRest: Bool { asked == nil }

    package static let invariants: [Invariant<SearchBox>] = [
        Invariant("hits are those of the text") { box in
            !box.isAtRest || box.hits.allSatisfy { $0.hasPrefix("\(box.text)-") }
        },
        Invariant("a text that is not searched for has hits or has failed") { box in
            !box.isAtRest || box.text.isEmpty || box.failed == box.text || box.pages > 0
        },
        Invariant("what failed is the text") { box in !box.isAtRest || box.failed == nil || box.failed == box.text },
        Invariant("an empty box shows nothing") { box in !box.text.isEmpty || box.hits.isEmpty },
        Invariant("hits stand in their order, each once") { box in
            !box.isAtRest || box.pagesUnderWay > 0
                || box.hits == box.hits.indices.map { "\(box.text)-\($0 + 1)" }
        },
        Invariant("recent is what was opened") { box in
            box.storesUnderWay > 0 || Set(box.recent) == Set(box.opened)
        },
    ]

    package static var catalog: EventCatalog<SearchBox> {
        EventCatalog(events: [
            .event(Typed.self, as: "typed"), .event(Found.self, as: "found"),
            .event(SearchFailed.self, as: "search.failed"), .event(PageAsked.self, as: "page.asked"),
            .event(PageFound.self, as: "page.found"), .event(PageFailed.self, as: "page.failed"),
            .event(HitOpened.self, as: "hit.opened"), .event(HitStored.self, as: "hit.stored"),
            .event(StoringFailed.self, as: "storing.failed"),
        ])
    }
}

package struct Typed: Event, Codable, Hashable { package var text: String }
package struct Found: Event, Codable, Hashable {
    package var text: String
    package var hits: [String]
}
package struct SearchFailed: Event, Codable, Hashable { package var text: String }
package struct PageAsked: Event, Codable, Hashable { package var text: String }
package struct PageFound: Event, Codable, Hashable {
    package var text: String
    package var page: Int
    package var hits: [String]
}
package struct PageFailed: Event, Codable, Hashable { package var text: String }
package struct HitOpened: Event, Codable, Hashable { package var hit: String }
package struct HitStored: Event, Codable, Hashable {
    package var hit: String
    /// What was recent when it was stored, with it.
    package var all: [String]
}
package struct StoringFailed: Event, Codable, Hashable { package var hit: String }

/// Two hits a page.
func page(_ number: Int, of text: String) -> [String] {
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
        core.fire(event: PageAsked(text: text))
        do {
            let hits = try await server.call("page \(number) of \(text)") { [number] in page(number, of: text) }
            core.fire(event: PageFound(text: text, page: number, hits: hits))
        } catch is SimulatedFault {
            core.fire(event: PageFailed(text: text))
        }
    }
}

/// Asks whether the hit is still there, then has it kept.
private struct OpenHit: Command {
    let hit: String
    let server: SimulatedService

    func execute(state: SearchBox, core: Core<SearchBox>) async throws {
        core.fire(event: HitOpened(hit: hit))
        do {
            try await server.call("look at \(hit)") {}
            let all = await core.state.recent + [hit]
            try await server.call("store \(hit)") {}
            core.fire(event: HitStored(hit: hit, all: all))
        } catch is SimulatedFault {
            core.fire(event: StoringFailed(hit: hit))
        }
    }
}

extension SearchBox {
    package struct Somebody: Sendable {
        fileprivate let server: SimulatedService
        fileprivate var random: SeededRandom
        fileprivate var text = ""
        fileprivate var lastOpened = 0
    }

    package static func somebody(in sim: Simulation) -> Somebody {
        Somebody(server: sim.service("search", faults: Faults(refused: 10, slow: 10)), random: sim.random)
    }

    package static func use(_ core: Core<SearchBox>, by somebody: inout Somebody, in sim: Simulation) async throws {
        let server = somebody.server
        for _ in 0..<somebody.random.number(in: 8...14) {
            switch somebody.random.number(in: 0...9) {
            case 0...3:
                let isLonger = somebody.text.count < 3 && somebody.random.number(in: 0...3) > 0
                somebody.text = isLonger ? somebody.text + ["a", "b"][somebody.random.number(in: 0...1)] : "c"
                let typed = somebody.text
                sim.step("type \(typed)") {
                    core.fire(event: Typed(text: typed))
                    core.fire(command: Search(text: typed, server: server))
                }
            case 4:
                somebody.text = ""
                sim.step("clear") { core.fire(event: Typed(text: "")) }
            case 5...7:
                let pages = await core.state.pages
                guard pages > 0 else { break }
                let count = somebody.random.number(in: 1...2)
                sim.step("scroll by \(count)") {
                    for number in 1...count { core.fire(command: TurnPage(number: pages + number, server: server)) }
                }
            default:
                somebody.lastOpened += 1
                let hit = "hit \(somebody.lastOpened)"
                sim.step("open \(hit)") { core.fire(command: OpenHit(hit: hit, server: server)) }
            }
            if somebody.random.number(in: 0...9) < 8 {
                try await sim.pass(.milliseconds(somebody.random.number(in: 0...90)))
            }
        }
    }
}
