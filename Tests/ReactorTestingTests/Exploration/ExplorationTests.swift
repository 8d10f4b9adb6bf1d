import Reactor
import ReactorRecording
import ReactorTestSupport
import ReactorTesting
import Testing

/// Seats that a user takes before the server has agreed.
struct Seats: State, Hashable {
    var taken: [String] = []
    /// The reason of the last refusal.
    var message: String?

    mutating func react(to event: any Event) {
        switch event {
        case let event as SeatTaken: taken.append(event.name)
        case let event as SeatsRead: taken = event.names
        case let event as SeatRefused:
            message = event.name
            // Written by hand, in place of a prediction that is rolled back.
            if taken.last == event.name { taken.removeLast() }
        case is Reset<Seats>: self = Seats()
        default: break
        }
    }

    static let invariants = [
        Invariant<Seats>("nobody sits twice") { Set($0.taken).count == $0.taken.count },
        Invariant<Seats>("who was refused sits nowhere") { $0.message.map($0.taken.contains) != true },
    ]
}

struct SeatTaken: Event, Hashable { var name: String }
struct SeatsRead: Event, Hashable { var names: [String] }
struct SeatRefused: Event, Hashable { var name: String }
/// Not `Hashable`.
struct Whistled: Event {}

@Suite("Every order of a reducer's steps")
struct ExplorationTests {
    @Test(
        "The shortest order that breaks an invariant is found, with a prediction and a refresh",
        .timeLimit(.minutes(10)))
    func shortest() throws {
        let failure = #expect(throws: ExplorationFailure.self) {
            try Exploration(of: Seats(), depth: 6) { seats in
                if !seats.taken.contains("Ada") { ExplorationStep.predicted(SeatTaken(name: "Ada")) }
                ExplorationStep.authoritative(SeatsRead(names: ["Ada"]))
                Reset<Seats>()
            }
            .always(Seats.invariants).check(fileID: "App/SeatsTests.swift", line: 7)
        }
        #expect(
            failure?.description == """
                App/SeatsTests.swift:7: the invariant 'nobody sits twice' does not hold: the shortest way has 2 steps; 4 states were seen
                  1. predict SeatTaken(name: "Ada"), as prediction 1
                  2. the server sends SeatsRead(names: ["Ada"])
                the state: Seats(taken: ["Ada", "Ada"], message: nil)
                """)
    }

    @Test("An exploration of all states reports that it is complete")
    func complete() throws {
        let report = try Exploration(of: Seats(), depth: 20) { seats in
            if seats.taken.count < 2 { ExplorationStep.fired(SeatTaken(name: "\(seats.taken.count)")) }
            Reset<Seats>()
        }
        .always(Seats.invariants).sometimes("two sit") { $0.taken.count == 2 }.check()
        #expect(report.states == 3)
        #expect(report.isComplete)
        #expect("\(report)" == "3 states in up to 2 steps; there are no others")
    }

    @Test("A goal that no order reaches fails the check")
    func missed() throws {
        let failure = #expect(throws: ExplorationFailure.self) {
            try Exploration(of: Seats(), depth: 2) { _ in ExplorationStep.fired(SeatTaken(name: "Ada")) }
                .sometimes("three sit") { $0.taken.count == 3 }.check(fileID: "App/SeatsTests.swift", line: 7)
        }
        #expect(
            failure?.description
                == "App/SeatsTests.swift:7: no order reaches: three sit. Seen: 3 states in up to 2 steps; "
                + "there are more. Explore deeper, or add a step that leads there.")
        #expect(failure?.test == nil)
    }

    @Test("The limit of states is obeyed")
    func most() throws {
        let report = try Exploration(of: Seats(), depth: 100, mostStates: 50) { seats in
            ExplorationStep.fired(SeatTaken(name: "\(seats.taken.count)"))
        }
        .check()
        #expect(report.states == 50)
        #expect(!report.isComplete)
    }

    @Test("A limit equal to the number of states does not miss any", arguments: [2, 3])
    func justEnough(most: Int) throws {
        let report = try Exploration(of: Seats(), depth: 9, mostStates: most) { seats in
            if seats.taken.isEmpty { ExplorationStep.fired(SeatTaken(name: "Ada")) }
            Reset<Seats>()
        }
        .check()
        #expect("\(report)" == "2 states in up to 1 steps; there are no others")
    }

    @Test("The type is named after the file of the test", arguments: ["my-order.swift", "my order.swift", "2.swift"])
    func names(file: String) throws {
        let folder = try ScratchFolder()
        let test = try broken(writingTo: "\(folder.path)/\(file)").test
        let name = file == "2.swift" ? "_2" : "my_order"
        #expect(test?.contains("struct \(name) {") == true, "\(test ?? "")")
    }

    /// The failure of an exploration whose first state breaks an invariant.
    private func broken(writingTo path: String) throws -> ExplorationFailure {
        let failure = #expect(throws: ExplorationFailure.self) {
            try Exploration(of: Seats(taken: ["Ada", "Ada"]), depth: 3) { _ in Reset<Seats>() }
                .always(Seats.invariants).check(writingTo: path)
        }
        return try #require(failure)
    }

    @Test("If the test cannot be written, the failure contains the order, the place, a fix and the test")
    func unwritten() throws {
        let folder = try ScratchFolder()
        let path = "\(folder.path)/none/Order.swift"
        let failure = try broken(writingTo: path)
        #expect(failure.description.contains("does not hold: the first state breaks it"))
        #expect(failure.description.contains("cannot be written to \(path): "), "\(failure)")
        #expect(failure.description.contains("copy the test from here:"), "\(failure)")
        #expect(failure.description.hasSuffix(try #require(failure.test)), "\(failure)")
    }

    @Test("An event that cannot be compared is an error with a fix, but only if a comparison is needed")
    func unhashable() throws {
        try Exploration(of: Seats(), depth: 3) { _ in ExplorationStep.fired(Whistled()) }.check()
        #expect(throws: UnhashableEvent.self) {
            try Exploration(of: Seats(), depth: 3) { _ in Whistled() }.check()
        }
    }

    @Test("The written test performs the same order on a core", .timeLimit(.minutes(10)))
    func written() async throws {
        let failure = #expect(throws: ExplorationFailure.self) {
            try Exploration(of: Seats(), depth: 6) { seats in
                if seats.taken.count < 2 { ExplorationStep.fired(SeatTaken(name: ["Ada", "Bob"][seats.taken.count])) }
                ExplorationStep.fired(SeatRefused(name: "Ada"))
            }
            .always(Seats.invariants).check(fileID: "App/SeatsTests.swift", line: 7)
        }
        #expect(
            failure?.test == """
                // The shortest of the orders that break it: 2 steps.
                import Reactor
                import ReactorRecording
                import Testing

                @testable import ReactorTestingTests

                @Suite("SeatsOrder")
                struct SeatsOrder {
                    @Test("who was refused sits nowhere")
                    func holds() async throws {
                        let invariant = try #require(Seats.invariants.first { $0.name == "who was refused sits nowhere" })
                        let core = Core(state: Seats(taken: [], message: nil))
                        core.fire(event: SeatRefused(name: "Ada"))
                        core.fire(event: SeatTaken(name: "Ada"))
                        #expect(invariant.holds(await core.state))
                    }
                }

                """)
        let invariant = try #require(Seats.invariants.first { $0.name == "who was refused sits nowhere" })
        let core = Core(state: Seats(taken: [], message: nil))
        core.fire(event: SeatRefused(name: "Ada"))
        core.fire(event: SeatTaken(name: "Ada"))
        #expect(!invariant.holds(await core.state))
    }

    @Test(
        "An exploration finds the states and the shortest order of every list of steps", arguments: [false, true],
        [[], [2], [0, 2]])
    func naive(ownsPredictions: Bool, answers: [Int]) throws {
        for seed in Loops.seeds(of: answers.isEmpty ? 240 : 60) {
            let machine = Machine(seed: seed)
            let naive = NaiveExploration(machine: machine, ownsPredictions: ownsPredictions, answers: answers)
            let depth = 4
            let exploration = Exploration(of: machine, depth: depth) { _ in
                ExplorationStep.fired(Turned(by: 0))
                ExplorationStep.fired(Turned(by: 1))
                ExplorationStep.predicted(Turned(by: 1), owner: ownsPredictions ? Machine.self : nil)
                ExplorationStep.authoritative(Turned(by: 2))
                for answer in answers { ExplorationStep.read(Turned(by: answer)) }
                Reset<Machine>()
            }
            let all = naive.explore(depth, looking: nil).sights
            #expect(try exploration.check().states == all.count, "seed \(seed)")
            for value in 0..<machine.size where value != machine.value {
                let shortest = naive.explore(depth, looking: value).shortest
                let never = exploration.always([Invariant("never \(value)") { $0.value != value }])
                var found: Int?
                do { try never.check() } catch let failure as ExplorationFailure {
                    found = failure.description.split(separator: "\n").filter { $0.hasPrefix("  ") }.count
                }
                #expect(found == shortest, "seed \(seed), value \(value)")
            }
        }
    }
}
