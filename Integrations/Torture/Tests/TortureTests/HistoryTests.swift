import Torture
import ReactorRecording
import Testing

@Suite("Histories")
struct HistoryTests {
    @Test("A history equals the history that is parsed from its text")
    func roundTrip() throws {
        for level in Level.allCases {
            for seed in 0..<200 as Range<UInt64> {
                let history = History(level: level, seed: seed)
                #expect(try History(text: history.text) == history)
            }
        }
    }

    @Test("A seed makes the same history on every machine")
    func seeds() {
        #expect(History(level: .changes, seed: 7).text == Self.first)
        #expect(History(level: .restarts, seed: 4).text == Self.last)
    }

    private static let first = """
        {"push":false,"fifo":true}
        {"s":"deliver","n":2}
        {"s":"serve","n":1,"how":"ok"}
        {"s":"act","op":{"t":"del","id":"a1"}}
        {"s":"serve","n":2,"how":"adjust"}
        {"s":"act","op":{"t":"set","id":"a2","v":1005}}
        {"s":"serve","n":3,"how":"refuse"}
        {"s":"deliver","n":3}
        {"s":"act","op":{"t":"set","id":"a3","v":1008}}
        {"s":"act","op":{"t":"put","id":"an9","v":1009,"p":12}}
        {"s":"act","op":{"t":"put","id":"an10","v":1010,"p":13}}

        """

    private static let last = """
        {"push":true,"fifo":false}
        {"s":"act","op":{"t":"put","id":"an1","v":1001,"p":4},"turns":2}
        {"s":"signout"}
        {"s":"serve","n":2,"how":"adjust"}
        {"s":"serve","n":2,"how":"ok"}
        {"s":"deliver","n":3,"keep":true}
        {"s":"push","keep":true}
        {"s":"serve","n":3,"how":"ok"}
        {"s":"refresh"}
        {"s":"signout"}
        {"s":"refresh"}
        {"s":"act","op":{"t":"mov","id":"c2","p":31}}
        {"s":"serve","n":1,"how":"ok"}
        {"s":"serve","n":3,"how":"adjust"}
        {"s":"act","op":{"t":"set","id":"c1","v":1027},"turns":1}
        {"s":"refresh"}
        {"s":"act","op":{"t":"set","id":"c1","v":1031}}
        {"s":"deliver","n":2}
        {"s":"other","op":{"t":"set","id":"c1","v":2036}}
        {"s":"deliver","n":1}
        {"s":"act","op":{"t":"set","id":"c1","v":1039}}
        {"s":"serve","n":1,"how":"adjust"}
        {"s":"refresh"}
        {"s":"push"}
        {"s":"deliver","n":0}

        """

    @Test("Each level contains the steps that it is documented to contain")
    func levels() {
        func has(_ level: Level, _ isWanted: (Step) -> Bool) -> Bool {
            (0..<200 as Range<UInt64>).contains { History(level: level, seed: $0).steps.contains(where: isWanted) }
        }
        let wanted: [(Level, (Step) -> Bool)] = [
            (.refreshes, { if case .refresh = $0.kind { true } else { false } }),
            (.refreshes, { if case .other = $0.kind { true } else { false } }),
            (.pushes, { if case .push = $0.kind { true } else { false } }),
            (.losses, { if case .serve(_, .lose) = $0.kind { true } else { false } }),
            (.losses, { if case .serve(_, .drop) = $0.kind { true } else { false } }),
            (.losses, { $0.kind == .signOut }),
            (.counters, { if case .act(.add, _) = $0.kind { true } else { false } }),
            (.restarts, { $0.kind == .restart }),
            (.restarts, { if case .deliver(_, isKept: true) = $0.kind { true } else { false } }),
            (.restarts, { if case .refresh(.some) = $0.kind { true } else { false } }),
            (.restarts, { if case .act(.move, _) = $0.kind { true } else { false } }),
            (.restarts, { if case .act(_, isPlain: true) = $0.kind { true } else { false } }),
            (.restarts, { $0.turns != nil }),
        ]
        for (index, (level, isWanted)) in wanted.enumerated() {
            for other in Level.allCases { #expect(has(other, isWanted) == (other >= level), "\(index) at \(other)") }
        }
    }

    @Test(
        "The error for an invalid line contains its number and the reason",
        arguments: [
            ("{", "line 1: Not JSON"), (#"{"s":"jump"}"#, "line 1: \"s\" is \"jump\", which is no step"),
            ("{}\n\n{\"s\":\"serve\",\"n\":0,\"how\":\"well\"}", "line 3: \"how\" is \"well\"; it is one of"),
            (#"{"s":"act","op":{"t":"set","id":"a1"}}"#, "line 1: \"v\" is missing"),
            (
                #"{"s":"act","op":{"t":"fly","id":"a1"}}"#,
                "line 1: \"t\" is \"fly\"; it is one of set, add, put, del, mov"
            ),
            (#"{"push":1}"#, "line 1: \"push\" is neither true nor false"), ("{}\n{}", "line 2: a step needs \"s\""),
        ])
    func invalidLines(_ text: String, _ message: String) {
        let error = #expect(throws: TortureError.self) { try History(text: text) }
        #expect(error?.description.hasPrefix(message) == true, "\(error.map(\.description) ?? "")")
    }

    @Test("A number beyond the requests in flight wraps around to the first of them")
    func largeNumbers() throws {
        let text = """
            {"s":"act","op":{"t":"set","id":"a1","v":1000}}
            {"s":"serve","n":-7,"how":"ok"}
            {"s":"deliver","n":9223372036854775807}
            """
        let outcome = try Player.play(History(text: text), on: ReferenceClient(), keepingMoments: true)
        #expect(outcome.failure == nil)
        #expect(
            outcome.moments.contains {
                $0.step == 3 && $0.happened == "the answer to m1 arrives: a1=1000 at 1, version 1"
            })
    }

    @Test("The response to a fetch of one row is the same as the response to a change of the row")
    func rowFetch() throws {
        let line = #"{"show":[],"send":[{"request":"f1","fetch":true,"row":"a1"}],"cancel":[]}"#
        let reply = try Reply(JSON(parsing: Array(line.utf8)))
        #expect(reply.send == [Request("f1", .row("a1"))])
        #expect(reply.json.compact == line)
        var world = World(History())
        world.take(reply)
        _ = world.change(.set("a1", value: 7))
        let (served, answer) = (world.serve(0, .ok), world.answer(0, isKept: false)?.answer)
        #expect(served == reply.send.first)
        let known = Known(id: "a1", row: Row(id: "a1", value: 7, place: 1), version: 1, applied: [])
        #expect(answer == Answer(request: "f1", .done(known)))
    }

    @Test("The shortest history breaks the same rule and has no unnecessary step")
    func shrinking() throws {
        let marked = try #require(Contestant.all.first { $0.name == "marked" }).client()
        var found = 0
        for seed in 0..<300 as Range<UInt64> {
            let history = History(level: .restarts, seed: seed)
            guard let failure = try Player.play(history, on: marked).failure else { continue }
            found += 1
            let shortest = try history.shrunk { try Player.play($0, on: marked).failure?.rule }
            #expect(try Player.play(shortest, on: marked).failure?.rule == failure.rule)
            for index in shortest.steps.indices {
                var less = shortest
                less.steps.remove(at: index)
                #expect(try Player.play(less, on: marked).failure?.rule != failure.rule)
            }
        }
        #expect(found > 5)
    }
}
