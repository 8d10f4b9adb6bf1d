// The declarations that the examples in documentation comments use. A name that an example declares itself hides the one in
// this file.
import Reactor
import ReactorQueries

struct Added: Event, Equatable { var amount: Int }
struct WeightLogged: Event { var day: Int }
struct RecordsLoaded: Event { var records: [Double] }
struct Edited: Event { var inserted: String }

struct Counter: State, Equatable {
    var count = 0
    var entries: [Int] = []
    var note = Undoable(Note())

    mutating func react(to event: any Event) {
        if let event = event as? Added { count += event.amount }
    }
}

struct Weights: State {
    mutating func react(to event: any Event) {}
}

struct Tracker: State {
    var isTracking = false
    var openID: Int?

    mutating func react(to event: any Event) {}
}

enum SearchScreen {
    struct State: Reactor.State {
        mutating func react(to event: any Event) {}
    }
}

struct Search: Command {
    var text: String
    func execute(state: Counter, core: Core<Counter>) {}
}

struct RefreshWeights: Command {
    var day: Int
    func execute(state: Tracker, core: Core<Tracker>) {}
}

struct TrackLocation: Command {
    func execute(state: Tracker, core: Core<Tracker>) {}
}

struct Watch: Command {
    var id: Int
    func execute(state: Tracker, core: Core<Tracker>) {}
}

protocol WeightService: Sendable {
    func records() async throws -> [Double]
}

struct EmbeddedWeightService: WeightService {
    func records() async throws -> [Double] { [] }
}

struct RemoteWeightService: WeightService {
    func records() async throws -> [Double] { [] }
}

struct Service: Sendable {
    func log(id: String, kilograms: Double) async throws -> Double { kilograms }
    func records() async throws -> [Double] { [] }
    func comments(on post: Int) async throws -> [String] { [] }
}

let service = Service()

enum WeightServiceKey: DependencyKey {
    static var liveValue: any WeightService { RemoteWeightService() }
}

extension Dependencies {
    var weights: any WeightService {
        get { self[WeightServiceKey.self] }
        set { self[WeightServiceKey.self] = newValue }
    }
}

@MainActor
final class Label {
    var text = ""
    nonisolated init() {}
}

struct Logged: Event {
    var id: String
    var kilograms: Double
}

struct Saved: Event {
    var id: String
    var kilograms: Double
}

struct LoggingFailed: Event {
    var id: String
    var reason: String
}

struct Archive: State {
    var records = RequestStatus<[Double], String>()

    mutating func react(to event: any Event) {
        _ = records.react(to: event, as: "records")
    }
}

let archives = Core(state: Archive())
let now = Timestamp(millisecondsSince1970: 0)
let label = Label()
let core = Core(state: Counter())

enum FormError: Error { case sizeMustBePositive }

struct Entry: Sendable, Equatable {}
struct EntryAdded: Event { var entry: Entry }

struct Quote: Identifiable, Equatable, Codable, Sendable {
    var id: Int
    var price: Double
}

struct QuoteListed: Event {
    var id: Int
    var price: Double
}

struct PriceChanged: Event {
    var id: Int
    var price: Double
}

struct Note: State, UndoableDocument {
    var text = ""

    mutating func react(to event: any Event) {}
}

struct NoteTyped: Event { var text: String }

func redraw() {}
func drawEverything() {}
func draw(_ id: Int) {}

// Each example is compiled alone and never run.
nonisolated(unsafe) var quotes: KeyedRows<Int, Quote> = []
nonisolated(unsafe) var known = quotes.revision
let answers = [Quote(id: 1, price: 2)]
nonisolated(unsafe) var board = ServerRows<Quote, Int>()
let page = (quotes: answers, versions: [1: 2])

struct QuoteSaved: Event {
    var quote: Quote
    var version: Int
}

struct QuoteDeleted: Event {
    var id: Int
    var version: Int
}

struct QuotesRead: Event {
    var quotes: [Quote]
    var version: Int
}
let editor = Counter()

struct Log: State {
    @Tracked var entries: [Entry] = []

    mutating func react(to event: any Event) {
        if let event = event as? EntryAdded { entries.append(event.entry) }
    }
}

nonisolated(unsafe) var state = Log()
let event = EntryAdded(entry: Entry())

struct RecordsCame: Event {
    var records: [Double]
    var date: Timestamp
}

struct RecordsOutdated: Event {}

struct Finder: State, Identifiable {
    var id = 0
    var results: [String] = []

    mutating func react(to event: any Event) {}
}

struct LoadResults: Command {
    var text: String
    func execute(state: Finder, core: Core<Finder>) {}
}

struct Shop: State {
    var search = Finder()
    var detail: Finder?
    var rows: KeyedRows<Int, Finder> = []
    var quotes: KeyedRows<Int, Quote> = []
    var prices: [Int] = []
    var watchedIDs: Set<Int> = []
    var discount = 0

    mutating func react(to event: any Event) {}
}

extension Finder {
    static let reactions: [Reaction<Finder>] = []
}

struct WatchQuote: Command {
    var id: Int
    func execute(state: Shop, core: Core<Shop>) {}
}

let shop = Core(state: Shop())

@MainActor
func show(_ core: Core<Finder>) {}

struct Post: Identifiable, Sendable {
    var id: Int
    var title: String
}

struct Renamed: Event {
    var id: Int
    var title: String
}

struct Feed: State {
    var posts = QueryCache<Int, Post>("posts")
    var lists = QueryCache<String, PageList<Post, Int>>("lists")
    var comments = QueryCache<Int, [String]>("comments")

    mutating func react(to event: any Event) {
        if posts.react(to: event) || comments.react(to: event) { return }
    }
}

extension Feed {
    static let posts = ServerQuery<Feed, Int, Post>("posts", \Feed.posts) { id, _ in Post(id: id, title: "") }
    static let lists = ServerQuery(pages: "lists", \Feed.lists) { _, cursor, _ in
        PageList([Post(id: cursor ?? 0, title: "")], next: nil)
    }
}

let feed = Core(state: Feed())
