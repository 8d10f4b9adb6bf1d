import ReactorState
import Testing

@Suite("Values that are not equal to themselves")
struct UnchangedTests {
    private struct Point: Equatable {
        var x: Double
        var name: String
    }

    private enum Shape: Equatable {
        case none
        case dot(Double)
        case line([Double])
        case named(String, Float)
    }

    /// Has no visible members.
    private struct Hidden: Equatable, CustomReflectable {
        var number: Int
        var customMirror: Mirror { Mirror(self, children: ["name": "hidden"]) }
    }

    /// Not equal to any value.
    private struct Odd: Equatable {
        var number: Int
        static func == (left: Odd, right: Odd) -> Bool { false }
    }

    @Test("A value without change is unchanged, whatever its type is")
    func unchanged() {
        #expect(isUnchanged(Double.nan, .nan) && isUnchanged(Float.nan, .signalingNaN))
        #expect(isUnchanged(Double?.some(.nan), .nan))
        #expect(hasSameParts([1, Double.nan], [1, .nan]))
        #expect(hasSameParts(["a": Point(x: .nan, name: "a")], ["a": Point(x: .nan, name: "a")]))
        #expect(isUnchanged(Shape.dot(.nan), .dot(.nan)) && hasSameParts(Shape.line([.nan, 2]), .line([.nan, 2])))
        #expect(isUnchanged(Odd(number: 4), Odd(number: 4)))
        #expect(isUnchanged(7, 7) && isUnchanged("é", "e\u{301}"))
    }

    @Test("A value that differs anywhere has changed")
    func changed() {
        #expect(!isUnchanged(Double.nan, 1) && !isUnchanged(1, Double.nan) && !isUnchanged(Double?.none, .nan))
        #expect(!hasSameParts([1, Double.nan], [2, .nan]) && !hasSameParts([Double.nan], [.nan, .nan]))
        #expect(!hasSameParts([Point(x: .nan, name: "a")], [Point(x: .nan, name: "b")]) && !hasSameParts("a", "b"))
        #expect(!hasSameParts(Revision(), Revision()) && !hasSameParts(Hidden(number: 1), Hidden(number: 2)))
        #expect(!isUnchanged(Point(x: .nan, name: "a"), Point(x: .nan, name: "b")))
        #expect(!isUnchanged(Shape.dot(.nan), .line([.nan])) && !isUnchanged(Shape.dot(.nan), .none))
        #expect(!isUnchanged(Shape.named("a", .nan), .named("b", .nan)))
        #expect(!isUnchanged(Odd(number: 4), Odd(number: 5)) && !isUnchanged(7, 8))
    }
}
