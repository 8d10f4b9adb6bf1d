import Foundation
import Testing

@testable import ReactorJSON
@testable import ReactorRecording

@Suite("A value that cannot be decoded again is refused by the encoder")
struct UnreadableValueTests {
    /// N nested arrays.
    indirect enum Onion: Codable, Equatable {
        case core
        case skin(Onion)

        init(layers: Int) { self = (0..<layers).reduce(.core) { onion, _ in .skin(onion) } }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            if case .skin(let inner) = self { try container.encode(inner) }
        }

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            self = container.isAtEnd ? .core : .skin(try container.decode(Onion.self))
        }
    }

    /// Written out member by member, by the compiler.
    indirect enum Chain: Codable, Equatable {
        case end
        case link(Chain)
    }

    private struct Box<Value: Codable & Equatable>: Codable, Equatable { var value: Value }

    /// Nested containers, with an empty last one.
    private struct Shaft: Encodable {
        var depth: Int
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            for _ in 1..<depth { container = container.nestedUnkeyedContainer() }
        }
    }

    private func refusal(_ value: some Encodable) -> String? {
        do {
            _ = try JSON(canonicallyEncoding: value)
            return nil
        } catch {
            return error.codingReason
        }
    }

    @Test("Values are encoded and decoded up to the same depth limit")
    func depth() throws {
        for layers in [JSON.depthLimit - 3, JSON.depthLimit - 2] {
            let box = Box(value: Onion(layers: layers))
            let bytes = try JSON(canonicallyEncoding: box).bytes(.canonical)
            #expect(try JSON.decode(Box<Onion>.self, from: bytes) == box)
            #expect(throws: Never.self) { try JSON(parsing: bytes) }
        }
        for layers in [JSON.depthLimit - 1, JSON.depthLimit, 3 * JSON.depthLimit] {
            let said = refusal(Box(value: Onion(layers: layers)))
            #expect(said?.contains("value[0][0]") == true)
            #expect(said?.contains("\(JSON.depthLimit)") == true)
        }
        #expect(refusal(Shaft(depth: JSON.depthLimit)) == nil)
        #expect(refusal(Shaft(depth: JSON.depthLimit + 1)) != nil)
        #expect(refusal((0..<300).reduce(Chain.end) { chain, _ in .link(chain) }) != nil)
    }

    @Test("Extreme depth is refused too, for every kind of value")
    func deeperThanTheStack() async {
        await #expect(processExitsWith: .success) {
            let onion = Onion(layers: 8_000)
            let json = try? JSON(canonicallyEncoding: onion)
            withExtendedLifetime(onion) { exit(json == nil ? 0 : 1) }
        }
        await #expect(processExitsWith: .success) {
            let bytes = (try? JSON(canonicallyEncoding: [Int128(7)]))?.bytes(.canonical)
            let again = try bytes.map { try JSON.decode([Int128].self, from: $0) }
            exit(again == nil || again == [7] ? 0 : 1)
        }
    }

    @Test("A decimal that is not a number is refused with its path", arguments: [Decimal.nan, Decimal.quietNaN])
    func decimals(decimal: Decimal) {
        #expect(refusal(["price": [decimal]])?.contains("price[0]") == true)
        #expect(refusal(decimal) != nil)
        #expect(refusal(Decimal(string: "12.50")) == nil)
    }

    private struct Doubted: Codable, Equatable {
        var count: Int??
    }

    private struct Worn: Codable, Equatable {
        struct Ring: Codable, Equatable {
            var stone: String?
            init(_ stone: String?) { self.stone = stone }
            init(from decoder: any Decoder) throws { stone = try decoder.singleValueContainer().decode(String?.self) }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(stone)
            }
        }
        var ring: Ring?
    }

    /// Writes null on purpose, and reads it.
    private struct Explicit: Codable, Equatable {
        var name: String?
        init(_ name: String?) { self.name = name }
        init(from decoder: any Decoder) throws {
            name = try decoder.container(keyedBy: CodingKeys.self).decode(String?.self, forKey: .name)
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
        }
        private enum CodingKeys: CodingKey { case name }
    }

    @Test("A non-nil value that would be written as null is refused with its path")
    func someNothing() throws {
        #expect(refusal(Doubted(count: .some(nil)))?.contains("count") == true)
        #expect(refusal([[Int??.some(nil)]])?.contains("[0][0]") == true)
        #expect(refusal(["a": Int??.some(nil)])?.contains("a") == true)
        #expect(refusal(Worn(ring: Worn.Ring(nil)))?.contains("ring") == true)
        for value in [Doubted(count: nil), Doubted(count: 3)] {
            let bytes = try JSON(canonicallyEncoding: value).bytes(.canonical)
            #expect(try JSON.decode(Doubted.self, from: bytes) == value)
        }
        for value in [Worn(ring: nil), Worn(ring: Worn.Ring("opal"))] {
            let bytes = try JSON(canonicallyEncoding: value).bytes(.canonical)
            #expect(try JSON.decode(Worn.self, from: bytes) == value)
        }
        for value in [Explicit(nil), Explicit("x")] {
            let bytes = try JSON(canonicallyEncoding: value).bytes(.canonical)
            #expect(try JSON.decode(Explicit.self, from: bytes) == value)
        }
        let list: [Int?] = [1, nil, 3]
        #expect(try JSON.decode([Int?].self, from: JSON(canonicallyEncoding: list).bytes(.canonical)) == list)
    }
}
