import Foundation
import ReactorState
import Testing

private typealias Status = RequestStatus<[Int], String>

@Suite("Request status")
struct RequestStatusTests {
    private let early = Timestamp(millisecondsSince1970: 1_000)

    @Test("A fraction is between 0 and 1, and progress without a total, or of zero, has none")
    func fraction() {
        #expect(Status.Progress(3, of: 4).fraction == 0.75)
        #expect(Status.Progress(1).fraction == nil)
        #expect(Status.Progress(9, of: 4).fraction == 1)
        #expect(Status.Progress(-1, of: 4).fraction == 0)
        #expect(Status.Progress(0, of: 0).fraction == nil)
    }

    @Test("An update changes the value without copying it, and preserves it when the change throws")
    func inPlace() {
        struct Refused: Error {}
        var status = Status(initial: Array(0..<100))
        let before = status.value?.withUnsafeBufferPointer { $0.baseAddress }
        status.update { $0[0] = 9 }
        #expect(status.value?.withUnsafeBufferPointer { $0.baseAddress } == before)
        var thrown = false
        do { try status.update { _ in throw Refused() } } catch { thrown = true }
        #expect(thrown)
        #expect(status.value?.first == 9)
    }

    @Test("A status is encoded with all three axes and decoded to an equal one")
    func codable() throws {
        var status = Status()
        status.start(0)
        status.succeed(0, with: [1, 2], at: early)
        status.start(1)
        status.fail(1, with: "no network")
        status.start(2)
        status.report(2, .init(1, of: 2))
        for status in [Status(), status] {
            #expect(try JSONDecoder().decode(Status.self, from: JSONEncoder().encode(status)) == status)
        }
        #expect(String(decoding: try JSONEncoder().encode([early]), as: UTF8.self) == "[1000]")
        #expect(String(decoding: try JSONEncoder().encode([RequestID(3)]), as: UTF8.self) == "[3]")
        #expect(String(decoding: try JSONEncoder().encode([PredictionID(3)]), as: UTF8.self) == "[3]")
        #expect(String(decoding: try JSONEncoder().encode([MarkID(3)]), as: UTF8.self) == "[3]")
    }
}
