import Foundation
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorServices

@Suite("The position of a sequence")
struct SequenceCursorTests {
    private struct Refusing: RequestSequence {
        mutating func nextRequest(previous: Exchange?) throws -> RequestDescription? {
            guard let previous else {
                return RequestDescription(operation: "o", step: "ask", method: .get, target: .path("a"))
            }
            _ = try previous.decoded(as: [String].self)
            return nil
        }
    }

    private func answer<S: RequestSequence>(_ cursor: inout SequenceCursor<S>, _ body: String) throws {
        try cursor.answered(status: 200, headers: [:], body: Data(body.utf8))
    }

    @Test("An unusable response changes nothing: the step is still to be done")
    func noGood() throws {
        var cursor = try SequenceCursor(Refusing())
        let request = cursor.request
        #expect(throws: SequenceError.unusableAnswer(step: "ask", reason: "it has no body")) { try answer(&cursor, "") }
        let reason = "it is not JSON at line 1, column 1 (byte 0): a value was expected"
        #expect(throws: SequenceError.unusableAnswer(step: "ask", reason: reason)) { try answer(&cursor, "?") }
        #expect(throws: SequenceError.unusableAnswer(step: "ask", reason: "[0] is not a String")) {
            try answer(&cursor, "[1]")
        }
        #expect(cursor.request == request)
        #expect(cursor.record == SequenceRecord())
        try answer(&cursor, "[]")
        #expect(cursor.request == nil)
    }

    @Test("A record of another sequence is refused with both steps")
    func otherSequence() throws {
        var cursor = try SequenceCursor(Chain(length: 2))
        try answer(&cursor, "1")
        #expect(throws: SequenceError.otherSequence(expected: "o/ask", found: "chain/s0")) {
            try SequenceCursor(Refusing(), record: cursor.record)
        }
        try answer(&cursor, "1")
        #expect(throws: SequenceError.otherSequence(expected: nil, found: "chain/s1")) {
            try SequenceCursor(Chain(length: 1), record: cursor.record)
        }
    }

    @Test("Any record and any description are encoded and decoded unchanged")
    func coding() throws {
        let form = MultipartForm(
            fields: [.init(name: "k", value: "v")],
            files: [.init(name: "f", path: "/p", fileName: "n", contentType: "a/b")])
        let bodies: [RequestDescription.Body] = [
            .none, .text("t"), try .json(["b": 1, "a": 2]), .file(path: "/p", contentType: "a/b"), .multipart(form),
        ]
        for body in bodies {
            var record = SequenceRecord()
            record.restarts = 2
            let request = RequestDescription(
                destination: "elsewhere", operation: "o", step: "s", model: "m", method: .patch,
                target: .address("https://s.example/x?sig=a%2Bb"), query: ["q": "a b", "q": "ü"],
                headers: ["X-A": "1", "X-A": "2"], body: body, restart: RestartRule(step: "t"),
                accepting: [404, 410])
            record.exchanges = [
                Exchange(request: request, status: 201, headers: ["ETag": "\"1\""], body: Data([0, 255]))
            ]
            let written = try JSONEncoder().encode(record)
            #expect(try JSONDecoder().decode(SequenceRecord.self, from: written) == record)
        }
        let plain = RequestDescription(operation: "o", step: "s", method: .get, target: .path("a"))
        #expect(try !String(decoding: JSONEncoder().encode(plain), as: UTF8.self).contains("accept"))
        #expect(
            try RequestDescription.Body.json(["b": 1, "a": 2])
                == .bytes(Data(#"{"a":2,"b":1}"#.utf8), contentType: "application/json"))
    }

    @Test("A sequence that is interrupted at any step, or an object, continues as an uninterrupted struct")
    func everyCut() throws {
        for seed in 0..<UInt64(Loops.always(200)) {
            var random = SeededRandom(seed: seed)
            let length = random.below(6) + 1
            let restartsAt = Dictionary(
                uniqueKeysWithValues: (1..<(length + 1)).compactMap { step in
                    random.chance(40) ? (step, random.below(step)) : nil
                })
            let chain = Chain(length: length, restartsAt: restartsAt)
            var whole = try SequenceCursor(chain)
            var cut = whole
            var object = try SequenceCursor(ChainObject(chain))
            var steps = 0
            while let request = whole.request, steps < 40 {
                steps += 1
                #expect(cut.request == request && object.request == request, "seed \(seed)")
                var copy = object
                _ = try? copy.answered(status: 200, headers: [:], body: Data(random.chance(50) ? "7".utf8 : "?".utf8))
                if whole.record.restarts < 3, random.chance(30) {
                    let isRestarted = try whole.restart(after: 410)
                    #expect(try cut.restart(after: 410) == isRestarted, "seed \(seed)")
                    #expect(try object.restart(after: 410) == isRestarted, "seed \(seed)")
                } else {
                    let body = Data("\(random.below(100))".utf8)
                    try whole.answered(status: 200, headers: [:], body: body)
                    try cut.answered(status: 200, headers: [:], body: body)
                    try object.answered(status: 200, headers: [:], body: body)
                }
                if random.chance(60) {
                    let written = try JSONEncoder().encode(cut.record)
                    cut = try SequenceCursor(
                        chain, record: try JSONDecoder().decode(SequenceRecord.self, from: written))
                }
                #expect(cut.record == whole.record && cut.sequence == whole.sequence, "seed \(seed)")
                #expect(object.record == whole.record, "seed \(seed)")
            }
            #expect(cut.request == nil && whole.request == nil, "seed \(seed)")
        }
    }
}
