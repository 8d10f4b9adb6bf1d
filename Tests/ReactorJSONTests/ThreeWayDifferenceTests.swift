import ReactorTesting
import Testing

@testable import ReactorJSON

@Suite("What differs between two values is brought into a third")
struct ThreeWayDifferenceTests {
    private static func value(_ random: inout SeededRandom, _ depth: Int) -> JSON {
        switch random.below(depth > 0 ? 6 : 3) {
        case 0: return .number(JSON.Number(random.below(3)))
        case 1: return .string(["a", "b"][random.below(2)])
        case 2: return .null
        case 3:
            var object = JSON.Object()
            for key in ["x", "y", "z"] where random.chance(60) { object[key] = value(&random, depth - 1) }
            if random.chance(30) { object["id"] = .number(JSON.Number(random.below(2))) }
            return .object(object)
        case 4: return .array((0..<random.below(5)).map { _ in value(&random, depth - 1) })
        default:
            var ids = Array(0..<6)
            random.shuffle(&ids)
            return .array(
                ids.prefix(random.below(6)).map { id in
                    ["id": .number(JSON.Number(id)), "value": value(&random, depth - 1)]
                })
        }
    }

    @Test("In the value that it comes from it makes the other one", arguments: 0..<2_000)
    func whole(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let (from, to) = (Self.value(&random, 4), Self.value(&random, 4))
        guard let difference = ThreeWayDifference(from: from, to: to) else { return #expect(from == to) }
        #expect(difference.applied(to: from) == to)
        #expect(difference.reversed.applied(to: to) == from)
        // What is brought in is brought in: again, there is nothing to do where rows and members are concerned.
        _ = difference.applied(to: Self.value(&random, 4))
    }

    @Test("Of rows only those that differ are kept, and the ids of those before them")
    func pruned() throws {
        func rows(_ ids: [Int], _ changed: Int? = nil) -> JSON {
            [
                "rows": .array(ids.map { ["id": .number(JSON.Number($0)), "text": $0 == changed ? "new" : "old"] }),
                "n": 1,
            ]
        }
        let difference = try #require(ThreeWayDifference(from: rows([1, 2, 3, 4, 5]), to: rows([1, 2, 4, 5], 5)))
        #expect(
            difference.from == (try JSON(parsing: #"{"rows":[{"id":2},{"id":3,"text":"old"},{"id":5,"text":"old"}]}"#)))
        #expect(difference.to == (try JSON(parsing: #"{"rows":[{"id":2},{"id":5,"text":"new"}]}"#)))
        #expect(difference.reversed.applied(to: rows([9, 2, 8, 5], 5)) == rows([9, 2, 3, 8, 5]))
        // The row before it is gone: it comes to the front.
        #expect(difference.reversed.applied(to: rows([9, 8])) == rows([3, 9, 8]))
    }

    @Test("A value that others changed since stays, and a list is changed where it still says what it said")
    func others() throws {
        let difference = try #require(
            ThreeWayDifference(from: ["a": 1, "b": 1, "list": [1, 2, 3]], to: ["a": 2, "list": [1, 3]]))
        #expect(
            difference.applied(to: ["a": 1, "b": 7, "list": [0, 1, 2, 3]]) == ["a": 2, "b": 7, "list": [0, 1, 3]])
        #expect(difference.applied(to: ["a": 5, "b": 1, "list": [1, 3]]) == ["a": 5, "list": [1, 3]])
    }

    @Test("A case of an enum, and a value of another id, is one value: others' stays whole")
    func values() throws {
        let phase = try #require(
            ThreeWayDifference(from: ["phase": ["idle": [:]]], to: ["phase": ["failed": ["code": 3]]]))
        for other: JSON in [["phase": ["editing": ["_0": "x"]]], ["phase": ["failed": ["code": 4]]]] {
            #expect(phase.applied(to: other) == other)
            #expect(phase.reversed.applied(to: other) == other)
        }
        let chosen = try #require(
            ThreeWayDifference(from: ["chosen": ["id": 1, "name": "rice"]], to: ["chosen": ["id": 2, "name": "salt"]]))
        let other: JSON = ["chosen": ["id": 2, "name": "rice"]]
        #expect(chosen.reversed.applied(to: other) == other)
        let renamed = try #require(
            ThreeWayDifference(from: ["chosen": ["id": 1, "name": "rice"]], to: ["chosen": ["id": 1, "name": "salt"]]))
        #expect(
            renamed.reversed.applied(to: ["chosen": ["id": 2, "name": "salt"]]) == [
                "chosen": ["id": 2, "name": "salt"]
            ])
        #expect(
            renamed.reversed.applied(to: ["chosen": ["id": 1, "name": "salt"]]) == [
                "chosen": ["id": 1, "name": "rice"]
            ])
        let alike = try #require(
            ThreeWayDifference(
                from: ["chosen": ["id": 1, "mood": "calm", "name": "rice"]],
                to: ["chosen": ["id": 2, "mood": "calm", "name": "salt"]]))
        #expect(
            alike.reversed.applied(to: ["chosen": ["id": 2, "mood": "calm", "name": "salt"]]) == [
                "chosen": ["id": 1, "mood": "calm", "name": "rice"]
            ])
        let brought = try #require(ThreeWayDifference(from: [:], to: ["chosen": ["id": 1, "name": "rice"]]))
        let changed: JSON = ["chosen": ["id": 1, "name": "reis"]]
        #expect(brought.reversed.applied(to: changed) == changed)
    }
}
