import Foundation
import ReactorState
import Testing

@Suite("Boxed")
struct BoxedTests {
    /// 512 bytes.
    struct Layout: Equatable, Hashable, Codable {
        struct Row: Equatable, Hashable, Codable {
            var a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0
        }

        var first = Row(), second = Row(), third = Row(), fourth = Row()
        var fifth = Row(), sixth = Row(), seventh = Row(), eighth = Row()
    }

    struct Report: Equatable, Hashable, Codable {
        @Boxed var layout = Layout()
        @Boxed var note: String?
        var title = "a"
    }

    struct BareReport: Codable {
        var layout = Layout()
        var note: String?
        var title = "a"
    }

    @Test("A boxed property has the size of a reference, whatever its content is")
    func takesTheRoomOfAReference() {
        #expect(MemoryLayout<Layout>.size == 512)
        #expect(MemoryLayout<Boxed<Layout>>.size == MemoryLayout<Int>.size)
    }

    @Test("The content of a box without other references is changed in place")
    func changesInPlace() {
        var box = Boxed(wrappedValue: [0])
        box.wrappedValue.reserveCapacity(1_001)
        var buffers: Set<UInt> = []
        for number in 0..<1_000 {
            box.wrappedValue.append(number)
            buffers.insert(box.wrappedValue.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) })
        }
        #expect(buffers.count == 1)
    }

    @Test("Boxing a property does not change its format, even if it is optional", arguments: [nil, "n"])
    func formatOfTheBareProperty(note: String?) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        var boxed = Report(note: note)
        boxed.layout.eighth.h = 8
        var bare = BareReport(note: note)
        bare.layout.eighth.h = 8
        let written = try encoder.encode(boxed)
        #expect(written == (try encoder.encode(bare)))
        #expect(try JSONDecoder().decode(Report.self, from: written) == boxed)
    }
}
