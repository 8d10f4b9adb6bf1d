import Reactor
import ReactorTesting
import Testing

@Suite("The difference of two values")
struct StateDifferenceTests {
    struct Row: Equatable, Identifiable {
        var id: Int
        var name = "row"
    }
    struct Point: Equatable {
        var x = 0
        var y = 0
    }
    enum Status: Equatable {
        case idle
        case running(progress: Double, attempt: Int)
        case failed(String)
    }
    final class Node {
        var name: String
        var next: Node?
        init(_ name: String) { self.name = name }
    }

    func text<Value>(_ expected: Value, _ found: Value, limit: Int = 20) -> String {
        "\(StateDifference(expected: expected, found: found, limit: limit))"
    }

    @Test("Equal values have no difference")
    func equal() {
        #expect(StateDifference(expected: Point(), found: Point()).isEmpty)
        #expect(StateDifference(expected: [1: "a"], found: [1: "a"]).isEmpty)
        #expect(text(Int?.none, nil) == "")
        let node = Node("a")
        #expect(text(node, node) == "")
    }

    @Test("Properties are listed with their path, and only those that differ")
    func members() {
        struct Screen {
            var point = Point()
            var title: String? = "a"
            var point2 = Point()
        }
        #expect(text(Point(x: 1), Point(x: 2)) == "  x: expected 1, found 2")
        #expect(
            text(Screen(), Screen(title: nil, point2: Point(y: 3))) == """
                  title: expected "a", found nil
                  point2.y: expected 0, found 3
                """)
        #expect(text(1, 2) == "  the value: expected 1, found 2")
        #expect(text((a: 1, b: 2), (a: 1, b: 3)) == "  b: expected 2, found 3")
    }

    @Test("Optionals: a value against nothing, and inside the value")
    func optionals() {
        #expect(text(Point?.some(Point()), nil) == "  the value: expected Point(x: 0, y: 0), found nil")
        #expect(text(Point?.some(Point()), Point(x: 1)) == "  x: expected 0, found 1")
        #expect(text(Int??.some(nil), Int??.some(1)) == "  the value: expected nil, found 1")
    }

    @Test("Enums: another case as a whole, the same case by its payload")
    func enums() {
        #expect(text(Status.idle, .failed("x")) == #"  the value: expected .idle, found .failed("x")"#)
        #expect(
            text(Status.running(progress: 0.5, attempt: 1), .running(progress: 0.5, attempt: 2))
                == "  running.attempt: expected 1, found 2")
        #expect(text(Status.failed("x"), .failed("y")) == #"  failed: expected "x", found "y""#)
        #expect(
            text(Result<Int, Broken>.success(1), .failure(Broken()))
                == "  the value: expected .success(1), found .failure(Broken())")
    }

    @Test("Arrays of rows with ids are compared by id, whatever their place")
    func byID() {
        let rows = [Row(id: 1), Row(id: 2), Row(id: 3)]
        #expect(
            text(rows, [Row(id: 0), Row(id: 1), Row(id: 2, name: "new"), Row(id: 3)]) == """
                  [id: 2].name: expected "row", found "new"
                  [id: 0]: expected nothing, found Row(id: 0, name: "row")
                """)
        #expect(
            text(rows, [Row(id: 3), Row(id: 1), Row(id: 2)])
                == "  the value: expected [1, 2, 3], found [3, 1, 2] (the same elements in another order)")
        #expect(
            text(KeyedRows(uniqueRows: rows), KeyedRows(uniqueRows: Array(rows.dropLast())))
                == #"  [id: 3]: expected Row(id: 3, name: "row"), found nothing"#)
        let twice = [Row(id: 1, name: "a"), Row(id: 1)]
        #expect(
            text(twice, [Row(id: 1, name: "b"), Row(id: 1, name: "c")]) == """
                  [0].name: expected "a", found "b"
                  [1].name: expected "row", found "c"
                """)
    }

    @Test("Arrays without ids: the insertions and removals, or the differences by position, whichever are fewer")
    func byPosition() {
        #expect(text([1, 2, 3], [1, 5, 3]) == "  [1]: expected 2, found 5")
        #expect(
            text([1, 2, 3, 4], [0, 1, 2, 3]) == "  [3]: expected 4, found nothing\n  [0]: expected nothing, found 0")
        #expect(text([1, 2], [1, 2, 3]) == "  [2]: expected nothing, found 3")
        #expect(
            text(Array(0..<3), Array(0..<9))
                == "  [3..<9]: expected nothing, found [3, 4, 5, 6, 7, 8] (6 elements)")
        #expect(text([Point()], [Point(y: 1)]) == "  [0].y: expected 0, found 1")
    }

    @Test("Dictionaries by key, in an order that is the same in every process")
    func dictionaries() {
        #expect(
            text(["a": 1, "b": 2, "c": 3], ["b": 2, "c": 4, "d": 5]) == """
                  ["a"]: expected 1, found nothing
                  ["c"]: expected 3, found 4
                  ["d"]: expected nothing, found 5
                """)
        #expect(text([1: Point()], [1: Point(x: 2)]) == "  [1].x: expected 0, found 2")
        #expect(text([1: Int?.none], [1: 2]) == "  [1]: expected nil, found 2")
    }

    @Test("Sets by element")
    func sets() {
        #expect(
            text(["s": Set([3, 1, 2])], ["s": [2, 4]]) == """
                  ["s"]: expected 1, found nothing
                  ["s"]: expected 3, found nothing
                  ["s"]: expected nothing, found 4
                """)
    }

    @Test("Objects by identity first, then by member, inherited ones too; a cycle ends")
    func objects() {
        final class Leaf: Parent { var leaf = 1 }
        class Parent { var name = "a" }
        let (one, other) = (Leaf(), Leaf())
        #expect(text(one, other) == "")
        other.name = "b"
        #expect(text(one, other) == #"  name: expected "a", found "b""#)
        let (left, right) = (Node("a"), Node("a"))
        left.next = left
        right.next = right
        #expect(text(left, right) == "")
        right.name = "b"
        #expect(text(left, right) == #"  name: expected "a", found "b""#)
    }

    @Test("Unequal values whose members do not differ are reported as such; other types are named")
    func opaque() {
        struct Never: Equatable {
            var name = "x"
            static func == (left: Self, right: Self) -> Bool { false }
        }
        #expect(
            text(Never(), Never())
                == #"  the value: expected Never(name: "x"), found Never(name: "x") (no visible member differs, and == returns false)"#
        )
        #expect(
            text([1 as Any], ["1" as Any])
                == #"  [0]: expected 1, found "1" (expected a Int, found a String)"#)
        #expect(text(Double.nan, .nan).contains("== returns false"))
    }

    @Test("A member that == ignores is not a difference")
    func ownEquality() {
        struct Named: Equatable {
            var name = "x"
            var seen = 0
            static func == (left: Self, right: Self) -> Bool { left.name == right.name }
        }
        #expect(text([Named(seen: 1)], [Named(seen: 2)]) == "")
    }

    @Test("Short descriptions replace members, and wrapped members look as they are written")
    func described() {
        struct Kilograms: Equatable, CustomStringConvertible {
            var grams: Int
            var description: String { "\(grams / 1_000) kg" }
        }
        struct Log: Equatable {
            @Tracked var entries: [Kilograms] = []
            @Boxed var last = Kilograms(grams: 1_000)
        }
        #expect(text(Kilograms(grams: 1_000), Kilograms(grams: 2_000)) == "  the value: expected 1 kg, found 2 kg")
        #expect(text(Kilograms(grams: 1_001), Kilograms(grams: 1_002)) == "  grams: expected 1001, found 1002")
        #expect(
            text([Log()], [Log(entries: [Kilograms(grams: 3_000)])])
                == "  [0].entries[0]: expected nothing, found 3 kg")
        #expect(
            text(Log(), Log(last: Kilograms(grams: 4_000))) == "  last: expected 1 kg, found 4 kg")
    }

    @Test("Long texts are shown around the first difference")
    func texts() {
        let start = String(repeating: "word ", count: 50)
        let text = text(start + "one\nmore", start + "two\nmore")
        #expect(text.contains("different from character 251"))
        #expect(text.contains(#"expected …"word word word word one\nmore""#))
        #expect(text.count < 300)
    }

    @Test("No more properties than the limit are listed")
    func limit() {
        let text = text(Array(repeating: 0, count: 100), Array(1...100), limit: 3)
        #expect(
            text == """
                  [0]: expected 0, found 1
                  [1]: expected 0, found 2
                  [2]: expected 0, found 3
                  … and more; the first 3 are shown
                """)
    }

    @Test("A hundred thousand elements: the one that differs is found, and the output stays short")
    func large() {
        var rows = (0..<100_000).map { Row(id: $0) }
        let found = rows
        rows[70_000].name = "changed"
        #expect(text(rows, found) == #"  [id: 70000].name: expected "changed", found "row""#)
        rows.removeFirst()
        #expect(text(rows, found).utf8.count < 8_000)
        let numbers = Array(0..<100_000)
        #expect(text(numbers, numbers.map { $0 + 1 }).utf8.count < 2_000)
        #expect(text(numbers, []).utf8.count < 500)
        let keyed = Dictionary(uniqueKeysWithValues: numbers.map { ($0, $0) })
        #expect(text(keyed, [:]).utf8.count < 2_000)
        #expect(text(Set(numbers), Set()).utf8.count < 2_000)
    }
}
