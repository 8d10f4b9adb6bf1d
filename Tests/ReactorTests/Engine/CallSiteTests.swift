import ReactorTesting
import ReactorTestSupport
import Testing

@testable import Reactor

@Suite("The place of a call that fires")
struct CallSiteTests {
    /// Something that one line of a program fires.
    private enum Call: CaseIterable {
        case event, group, reset, predicted, placed, command, throughThePart
    }

    /// Fires `number` from the line of that number.
    private func fire(_ call: Call, _ number: Int, on core: Core<Notes>) async {
        let line = UInt(number)
        switch call {
        case .event: core.fire(event: Noted(number), fileID: "App/List.swift", line: line)
        case .group:
            core.fire(events: [Noted(number), Noted(number)], fileID: "App/List.swift", line: line)
        case .reset: core.fire(event: Reset<Notes>(), fileID: "App/List.swift", line: line)
        case .predicted:
            core.predict(Noted(number), fileID: "App/List.swift", line: line)
                .commit(with: [Noted(number)], then: [Noted(number)], fileID: "App/List.swift", line: line)
        case .placed: core.fire(event: Noted(number), .authoritative, fileID: "App/List.swift", line: line)
        case .command:
            let errand = Errand { _, core in core.fire(event: Noted(number), fileID: "App/List.swift", line: line) }
            _ = await core.fire(command: errand, fileID: "App/List.swift", line: line).outcome
        case .throughThePart:
            // If more events wait than it allows, the call uses a different path.
            let limit = number.isMultiple(of: 2) ? 0 : 1_024
            await core.fireWithBackpressure(event: Noted(number), limit: limit, fileID: "App/List.swift", line: line)
        }
    }

    @Test("Each step that a core records has the place of the call that requested it", arguments: [1, 3, 64])
    func recorded(runLength: Int) async {
        for seed in Loops.seeds(of: 300) {
            var random = SeededRandom(seed: seed)
            let tape = TapeRecorder(runLength: runLength)
            let core = Core<Notes>(resuming: .empty, recorder: tape, runtime: .testing())
            for number in 1...40 {
                await fire(Call.allCases[random.below(Call.allCases.count)], number, on: core)
            }
            _ = await core.state
            for step in tape.steps {
                for case let event as Noted in step.events.all {
                    #expect(
                        step.place == CallSite("App/List.swift", UInt(event.number)), "seed \(seed), \(event.number)")
                }
                if step.events.all.contains(where: { $0 is Reset<Notes> }) { #expect(step.place != nil) }
            }
        }
    }

    private struct Titled: AssignableState {
        var title = ""
        static let title = Assignable("title", \Titled.title, fileID: "App/Form.swift", line: 3)
        static let assignables = Assignables(title)

        mutating func react(to event: any Event) { _ = assign(event) }
    }

    private struct Looking: Middleware {
        func process(event: any Event, state: Titled) {}
    }

    @Test("An assignment has the place of the declaration of its property")
    @MainActor
    func assignment() async {
        let places = Locked<[CallSite?]>([])
        var runtime = Runtime.testing()
        runtime.places = { place in places.withLock { $0.append(place) } }
        let app = ObservableCore(Core(state: Titled(), middlewares: [Looking()], runtime: runtime))
        app[Titled.title] = "a"
        app.fire(event: Noted(1), fileID: "App/List.swift", line: 7)
        await app.settled()
        #expect(places.copy == [CallSite("App/Form.swift", 3), CallSite("App/List.swift", 7)])
    }

    @Test("A recorded command has the place where it was fired, or where its reaction is declared")
    func causes() async {
        let tape = TapeRecorder()
        let work = Errand { _, core in core.fire(event: Noted(2)) }
        let core = Core<Notes>(
            resuming: .empty, recorder: tape,
            reactions: [
                .on(Noted.self, fileID: "App/Reactions.swift", line: 8) { event -> Errand? in
                    event.number == 2 ? Errand { _, core in core.fire(event: Noted(3)) } : nil
                }
            ], runtime: .testing())
        core.fire(command: work, fileID: "App/List.swift", line: 7)
        await core.idle()
        core.perform(fileID: "App/List.swift", line: 9) { core in core.fire(event: Noted(4)) }
        await core.idle()
        let places = tape.content.withLock { content in
            zip(content.steps, content.causes).compactMap { step, cause in
                (step.events.all.first as? Noted).map { "\($0.number) \(cause?.place.map { "\($0)" } ?? "nowhere")" }
            }
        }
        #expect(places == ["2 App/List.swift:7", "3 App/Reactions.swift:8", "4 App/List.swift:9"])
    }

    @Test("The refusals of a recorded core are reported with their place; a plain core does not store one")
    func refused() async {
        for isRecorded in [true, false] {
            let reports = Reports()
            let runtime = Runtime.testing(reports)
            let core =
                isRecorded
                ? Core<Notes>(resuming: .empty, recorder: TapeRecorder(), middlewares: [NoOdd()], runtime: runtime)
                : Core(state: Notes(), middlewares: [NoOdd()], runtime: runtime)
            core.fire(event: Noted(1), fileID: "App/List.swift", line: 31)
            core.fire(events: [Noted(2), Noted(3)], fileID: "App/List.swift", line: 32)
            // The response is refused because its prediction was.
            core.predict(Noted(5), fileID: "App/List.swift", line: 33)
                .commit(with: [Noted(6)], fileID: "App/List.swift", line: 34)
            #expect(await core.state.numbers == [2])
            let lines = reports.sentences.filter { $0.contains("refused by a middleware") }
            let expected = [31, 32, 33].map {
                "Noted\(isRecorded ? ", fired at App/List.swift:\($0)," : "") was refused by a middleware: its intercept(event:state:) returned nil."
            }
            #expect(lines == expected)
            #expect(reports.sentences.count { $0.contains("App/List.swift:34") } == (isRecorded ? 1 : 0))
        }
    }
}

/// Lets even numbers through.
private struct NoOdd: Middleware {
    func intercept(event: any Event, state: Notes) -> (any Event)? {
        (event as? Noted).map { $0.number.isMultiple(of: 2) } == false ? nil : event
    }
    func process(event: any Event, state: Notes) {}
}
