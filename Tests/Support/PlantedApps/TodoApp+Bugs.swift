import Foundation
package import ExamplePatterns
internal import Reactor
import ReactorOffline
package import ReactorRecording
import ReactorTesting

extension TodoApp: PlantableState {
    package static var name: String { app }
    package static var ownCatalog: EventCatalog<TodoApp> { catalog }
    package static var ownInvariants: [Invariant<TodoApp>] { invariants }

    package static let bugs: [Bug<TodoApp>] = [
        .crash("goes back from nowhere", .outOfRange) { app, event in
            guard case .popped(let count)? = event as? Navigated else { return false }
            return count > app.path.count
        },
        .crash("a link home from a search") { app, event in
            guard case .linked(let path)? = event as? Navigated else { return false }
            return path.isEmpty && app.path.contains(.search)
        },
        .crash("long text while something is shown", .overflow) { app, event in
            guard let assign = event as? Assign else { return false }
            return assign.name == Search.text.name && app.search.found.count > 1
        },
        .crash("nothing found for a text", .missingValue) { app, event in
            guard let event = event as? TodosFound else { return false }
            return event.todos.isEmpty && event.text == app.search.text && !event.text.isEmpty
        },
        .crash("submits a title with a note", .endlessRecursion) { app, event in
            event is FormSubmitted && !app.form.title.isEmpty && app.form.note.count > 4
        },
        .crash("saves again what was not submitted") { app, event in
            guard let retry = event as? Retry else { return false }
            return retry == .saving && !app.form.isSubmitted && app.problem != nil
        },
        .crash("three screens deep", .outOfRange) { app, event in event is ProblemDismissed && app.path.count == 3 },
        .wrong("one back is two back from the third screen") { app, event in
            guard case .popped(1)? = event as? Navigated, app.path.count == 3 else { return app.react(to: event) }
            app.react(to: Navigated.popped(2))
        },
        .wrong("a screen twice") { app, event in
            app.react(to: event)
            guard case .pushed(let route)? = event as? Navigated, case .todo(let id) = route, id > 7 else { return }
            app.edit { app in
                guard let path = app["path"]?.array, let last = path.last else { return }
                app["path"] = .array(path + [last])
            }
        },
        .wrong("saves what is not valid") { app, event in
            app.react(to: event)
            if event is FormSubmitted, app.form.title.isEmpty { app.edit { $0["form"]?["isSaving"] = true } }
        },
        .wrong("shows what was found too late") { app, event in
            guard let event = event as? TodosFound, event.text != app.search.text, !app.search.text.isEmpty else {
                return app.react(to: event)
            }
            if let found = try? found(event.todos, for: app.search.text) { app.react(to: found) }
        },
        .wrong("a new form keeps the note") { app, event in
            let note = app.form.note
            app.react(to: event)
            guard event is Reset<TodoForm>, !note.isEmpty else { return }
            app.edit { $0["form"]?["note"] = .string(note) }
        },
        .wrong("choosing an environment leaves the screens") { app, event in
            app.react(to: event)
            if event is EnvironmentChosen, app.path.count > 1 { app.react(to: Navigated.linked([])) }
        },
        .wrong("dismissing a problem empties the search") { app, event in
            app.react(to: event)
            guard event is ProblemDismissed, !app.search.text.isEmpty else { return }
            app.edit { $0["search"]?["text"] = "" }
        },
        .wrong("a link keeps what was there") { app, event in
            let before = app.path
            app.react(to: event)
            guard case .linked(let path)? = event as? Navigated, path.count == 1, !before.isEmpty else { return }
            app.react(to: Navigated.linked(before + path))
        },
        .wrong("a search never ends") { app, event in
            app.react(to: event)
            guard let event = event as? TodosFound, event.todos.count == 3 else { return }
            app.edit { $0["search"]?["isSearching"] = true }
        },
        .wrong("what is typed is lost while a problem shows") { app, event in
            if event is Assign, app.problem != nil { return }
            app.react(to: event)
        },
    ]

    /// As in a recording, since the app creates none outside its commands.
    private static func found(_ todos: [Todo], for text: String) throws -> any Event {
        let todos = try JSON(parsing: JSONEncoder().encode(todos).map { $0 })
        let payload: JSON = ["text": .string(text), "todos": todos]
        return try catalog.decode(RecordedEvent(name: "todos.found", payload: payload.bytes()))
    }

    package static func session(seed: UInt64, count: Int) throws -> RecordingDraft {
        var random = SeededRandom(seed: seed)
        var maker = try SessionMaker(from: TodoApp(environment: "demo"), id: "patterns-\(seed)")
        var app = TodoApp(environment: "demo")
        func add(_ events: [any Event]) throws {
            for event in events { app.react(to: event) }
            try maker.add(group: events)
        }
        let words = ["", "m", "milk", "bread", "call home"]
        for _ in 0..<count {
            let word = words[random.below(words.count)]
            switch random.below(12) {
            case 0: try add([Navigated.pushed(.todo(random.below(10)))])
            case 1: if !app.path.contains(.search) { try add([Navigated.pushed(.search)]) }
            case 2: try leave(.popped(random.chance(4) ? app.path.count + 1 : 1))
            case 3: try leave(.linked(random.chance(30) ? [] : [.todo(random.below(9))]))
            case 4, 5:
                guard app.path.contains(.search) else { continue }
                try add([Search.text.assigning(word, id: AssignmentID(number: 1))])
            case 6:
                let text = random.chance(80) ? app.search.text : word
                let todos = (0..<random.below(4)).map { Todo(id: $0, title: "todo \($0)") }
                try add([found(todos, for: text)])
            case 7: try add([TodoForm.title.assigning(word, id: AssignmentID(number: 2))])
            case 8: try add([TodoForm.note.assigning(word, id: AssignmentID(number: 3))])
            case 9:
                try add([FormSubmitted()])
                if random.chance(80) { try add([Reset<TodoForm>()]) }
            case 10 where random.chance(40):
                // There is no retry button, so it stays until the user continues.
                try add([UserFacingError<Retry>(UserMessage("list.failed"))])
            case 10: try add([random.chance(50) ? Retry.refreshing : Retry.saving, ProblemDismissed()])
            default: try add([EnvironmentChosen(random.chance(50) ? "demo" : "live")])
            }
        }
        func leave(_ navigation: Navigated) throws {
            let isLeft = app.path.contains(.search) && !navigation.path(from: app.path).contains(.search)
            try add(isLeft ? [navigation, Reset<Search>()] : [navigation])
        }
        return maker.draft
    }
}
