import Reactor
import ReactorTesting
import Testing

@testable import ReactorStateSupport

/// A text that is typed, in a state that may change it: it clamps, changes and refuses.
private struct Page: AssignableState, Equatable {
    var text = ""
    var ticks = 0

    static let limit = 900
    static let text = Assignable("page.text", \Page.text) { text in
        if text.hasSuffix("!") { throw FormError.sizeMustBePositive }
        return String(text.prefix(limit)).replacing("q", with: "Q")
    }
    static let assignables = Assignables(text)

    mutating func react(to event: any Event) {
        if assign(event) { return }
        if event is Ticked { ticks += 1 }
    }
}

/// Takes the assignments of an ambiguous letter off their way.
private struct Censor: Middleware {
    func intercept(event: any Event, state: Page) -> (any Event)? {
        ((event as? Assign)?.value as? String)?.hasSuffix("z") == true ? nil : event
    }
}

@MainActor
@Suite("Typing")
struct TypingTests {
    /// Types into an ObservableCore as a text field does, while others fire. At every read the shown text must be the text
    /// typed last, or the state's version of it, and never the first again after the second.
    @MainActor
    private final class Typist {
        let app: ObservableCore<Page>
        private var model = Page()
        private var typed = ""
        private var isDecided = true
        private(set) var jumps: [String] = []
        private(set) var looks = (ahead: 0, decided: 0)
        var expected: Page { model }

        init(_ app: ObservableCore<Page>) { self.app = app }

        func type(_ letter: Character) {
            look()
            typed = app[Page.text] + String(letter)
            isDecided = false
            app[Page.text] = typed
            if !typed.hasSuffix("z") {
                model.react(to: Page.text.assigning(typed, id: AssignmentID(number: 0)))
            }
            look()
        }

        func look() {
            let shown = app.text
            if shown == model.text && shown != typed {
                isDecided = true
                looks.decided += 1
            } else if shown != typed {
                jumps.append("\(shown.count) characters after \(typed.count)")
            } else if shown != model.text {
                looks.ahead += 1
                if isDecided { jumps.append("back to the undecided text of \(typed.count)") }
            }
            if app[Page.text] != shown || app[\.text.count] != shown.count { jumps.append("two readers differ") }
        }
    }

    private func letters(_ random: inout SeededRandom) -> [Character] {
        (0..<1_000).map { _ in "abcdefghijkl mnop q!z".randomElement(using: &random) ?? "a" }
    }

    @Test(
        "1,000 characters, some clamped, changed or refused, with other events, in a lagging core: no older text",
        arguments: Array(0..<4))
    func lagging(seed: Int) async {
        var random = SeededRandom(seed: UInt64(seed))
        let executor = LaggingExecutor()
        let core = Core(state: Page(), middlewares: [Censor()], runtime: .testing(executor: .serial(executor)))
        let typist = Typist(ObservableCore(core))
        var ticks = 0
        for letter in letters(&random) {
            typist.type(letter)
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                core.fire(event: Ticked())
                ticks += 1
            }
            // The core lags, catches up, and its deliveries arrive sooner or later: the text is stable in any case.
            if Int.random(in: 0..<3, using: &random) == 0 { executor.catchUp() }
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                await Task.detached {}.value
                typist.look()
            }
        }
        executor.open()
        await typist.app.settled()
        typist.look()
        #expect(typist.jumps == [], "seed \(seed)")
        #expect(typist.app.text == typist.expected.text, "seed \(seed)")
        #expect(typist.app.ticks == ticks, "seed \(seed)")
        #expect(typist.looks.ahead > 100, "seed \(seed): it never lagged")
        #expect(typist.app.text.count > 500, "seed \(seed)")
    }

    @Test("1,000 characters through a core on the main actor: each is decided before the next")
    func pinned() async {
        var random = SeededRandom(seed: 5)
        let core = Core(state: Page(), middlewares: [Censor()], runtime: .testing(executor: .main))
        let typist = Typist(ObservableCore(core))
        for letter in letters(&random) {
            typist.type(letter)
            #expect(typist.app.text == typist.expected.text)
            core.fire(event: Ticked())
        }
        #expect(typist.jumps == [])
        #expect(typist.looks.ahead == 0)
        #expect(typist.app.text.count == Page.limit || typist.app.text.count > 500)
    }
}
