import Reactor
import Testing

@testable import ReactorRecording

@Suite("Upcasters")
struct UpcasterTests {
    struct Weighed: Event, Codable, Equatable {
        var kilograms: Double
        var tags: [String]
    }

    struct Book: State, Codable, Equatable {
        var weights: [Double] = []
        mutating func react(to event: any Event) {
            if let event = event as? Weighed { weights.append(event.kilograms) }
        }
    }

    private static let catalog = EventCatalog<Book>(
        version: 3,
        upcasting: [
            1: { $0.rename("kg", to: "weights") },
            2: { json in
                try json.forEach(in: "weights") { weight in
                    guard let double = weight.number?.double, let number = JSON.Number(double / 1_000) else {
                        throw Unexpected(description: "no number")
                    }
                    weight = .number(number)
                }
            },
        ],
        events: [
            .event(
                Weighed.self, as: "weighed", version: 4,
                upcasting: [2: { $0.add("tags", []) }, 3: { $0.rename("kg", to: "kilograms") }])
        ])

    private func recorded(_ version: Int, _ payload: String) -> RecordedEvent {
        RecordedEvent(name: "weighed", version: version, payload: Array(payload.utf8))
    }

    struct Counted: Event, Codable, Equatable {
        var id: UInt64
        var share: Double
    }

    @Test("A number passes an upcaster with every digit, and a number that the type cannot hold is an error")
    func digits() throws {
        let catalog = EventCatalog<Book>(events: [
            .event(Counted.self, as: "counted", version: 2, upcasting: [1: { $0.rename("number", to: "id") }])
        ])
        func read(_ id: String, _ share: String) throws -> Counted? {
            let payload = Array(#"{"number":\#(id),"share":\#(share)}"#.utf8)
            return try catalog.decode(RecordedEvent(name: "counted", version: 1, payload: payload)) as? Counted
        }
        for share in ["0.1", "-0.0", "1e-320", "123456789012345680000", "2.2250738585072014E-308"] {
            let event = try read("18446744073709551615", share)
            #expect(event?.id == .max && event?.share.bitPattern == Double(share)?.bitPattern, "\(share)")
        }
        for id in ["18446744073709551616", "-1", "1.5"] { #expect(throws: (any Error).self) { try read(id, "1") } }
    }

    @Test("Upcasters are chained from the recorded version to the current one")
    func chained() throws {
        let event = try Self.catalog.decode(recorded(2, #"{"kg":80.5}"#)) as? Weighed
        #expect(event == Weighed(kilograms: 80.5, tags: []))
        let later = try Self.catalog.decode(recorded(3, #"{"kg":80.5,"tags":["home"]}"#)) as? Weighed
        #expect(later == Weighed(kilograms: 80.5, tags: ["home"]))
        #expect(try Self.catalog.decode(state: Array(#"{"kg":[80500]}"#.utf8), version: 1) == Book(weights: [80.5]))
    }

    @Test("A version with a missing upcaster is refused with the missing step")
    func missing() {
        #expect(
            throws: CatalogError.missingUpcaster(.event("weighed"), from: 1, recorded: 1, version: 4)
        ) { try Self.catalog.decode(recorded(1, "{}")) }
        #expect(throws: CatalogError.newerVersion(.event("weighed"), 5, known: 4)) {
            try Self.catalog.decode(recorded(5, "{}"))
        }
        #expect(throws: CatalogError.newerVersion(.state, 4, known: 3)) {
            try Self.catalog.decode(state: Array("{}".utf8), version: 4)
        }
    }

    @Test("An upcaster that throws is named with its version and reason")
    func failing() {
        #expect(throws: CatalogError.upcasterFailed(.state, from: 2, "no number.")) {
            try Self.catalog.decode(state: Array(#"{"weights":["heavy"]}"#.utf8), version: 2)
        }
        let reason = "the member \"tags\" is missing and not optional."
        #expect(throws: CatalogError.undecodable(.event("weighed"), version: 3, reason)) {
            try Self.catalog.decode(recorded(3, #"{"kg":1}"#))
        }
    }

    @Test("Members are renamed in place, added if missing, removed, and changed one by one")
    func edits() throws {
        var json = try JSON(parsing: #"{"a":1,"b":2,"c":[1,2]}"#)
        json.rename("a", to: "z")
        json.rename("nothing", to: "b")
        json.rename("z", to: "z")
        #expect(json.compact == #"{"z":1,"b":2,"c":[1,2]}"#)
        json.rename("z", to: "b")
        #expect(json.compact == #"{"b":1,"c":[1,2]}"#)
        json.add("b", 9)
        json.add("d", 9)
        json.remove("b")
        json.forEach(in: "c") { $0 = ["x": $0] }
        json.forEach(in: "nothing") { $0 = .null }
        #expect(json.compact == #"{"c":[{"x":1},{"x":2}],"d":9}"#)
    }
}

struct Unexpected: Error, CustomStringConvertible { let description: String }
