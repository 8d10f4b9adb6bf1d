import Reactor
import Testing

@testable import ReactorRecording

@Suite("Values that differ after encoding and decoding")
struct StateFlawTests {
    /// Iterates over a set in its own order, so that its encoding cannot be sorted.
    struct Tags: Codable, Equatable {
        var names: Set<String> = []

        init(_ names: Set<String>) { self.names = names }
        init(from decoder: any Decoder) throws {
            names = Set(try decoder.singleValueContainer().decode([String].self))
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            for name in names { try container.encode(name) }
        }
    }

    /// Decodes a value that it did not encode.
    struct Clock: Codable, Equatable {
        var ticks: Int
        init(ticks: Int) { self.ticks = ticks }
        init(from decoder: any Decoder) throws { ticks = try Int(from: decoder) + 1 }
        func encode(to encoder: any Encoder) throws { try ticks.encode(to: encoder) }
    }

    struct Row: Codable, Equatable { var tags: Tags }

    struct Page: State, Codable, Equatable {
        var set: Set<Int> = Set(0..<50)
        var keyed: [Clock2: Int] = [:]
        var rows: [Row] = []
        var clock: Clock?
        @Tracked var title = "x"
        mutating func react(to event: any Event) {}

        struct Clock2: Codable, Hashable { var x: Int }
    }

    private static let catalog = EventCatalog<Page>(events: [])

    @Test("Sets and dictionaries with any keys are sorted, and are not flaws")
    func setsAreFine() throws {
        var page = Page()
        for number in 0..<50 { page.keyed[.init(x: number)] = number }
        #expect(try Self.catalog.flaw(of: page) == nil)
    }

    @Test("A custom encoding of a set is found, with its first place that differs and a fix")
    func ownOrder() throws {
        var page = Page()
        page.rows = [Row(tags: Tags([])), Row(tags: Tags(Set((0..<40).map { "t\($0)" })))]
        let flaw = try #require(try Self.catalog.flaw(of: page))
        #expect("\(flaw.path)".hasPrefix("rows[1].tags["))
        #expect(flaw.description.hasPrefix("\(flaw.path) differs after encoding and decoding."))
    }

    @Test("A member that is decoded with another value is found")
    func ownValue() throws {
        var page = Page()
        page.clock = Clock(ticks: 1)
        #expect(try Self.catalog.flaw(of: page).map { "\($0.path)" } == "clock")
    }
}
