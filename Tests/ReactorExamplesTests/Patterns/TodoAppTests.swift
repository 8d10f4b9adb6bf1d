import Reactor
import ReactorOffline
import ReactorServices
import ReactorTesting
import Testing

@testable import ExamplePatterns

@Suite("The todo app")
struct TodoAppTests {
    let servers = GatedServers()
    let offline = GatewayError.connectionLost(host: "h")

    @Test("Pulling reloads the list; if it fails, the old list stays, and the user sees the reason and may retry")
    func refresh() async throws {
        let core = try await servers.app()
        let handle = core.core.refresh(now: { Timestamp(millisecondsSince1970: 1) })
        try await core.receive(StatusChange<[Todo]>.self)
        #expect(core.state.todos.isLoading && core.state.todos.value != nil)
        servers.lists.resumeOne(throwing: offline)
        try await core.receive(CommandEnded.self)
        guard case .failed = await handle.outcome else { return #expect(Bool(false), "it did not fail") }
        #expect(core.state.todos.value?.count == 1)
        #expect(!core.state.todos.isLoading)
        #expect(core.state.problem?.message.key == "service.unreachable")

        let retry = try #require(core.state.problem?.retry)
        try await core.fire(event: retry)
        #expect(core.state.problem == nil)
        servers.lists.resumeOne(with: [])
        try await core.receive(StatusChange<[Todo]>.self)
        await core.core.idle()
        #expect(core.state.todos.isEmpty)
    }

    @Test("The search sends one request after the last keystroke, and a response for another text is too late")
    func search() async throws {
        let core = try await servers.app()
        try await core.fire(event: Navigated.pushed(.search))
        for text in ["m", "mi", "mil"] {
            try await core.fire(event: Search.text.assigning(text))
            await core.advance(by: .milliseconds(299))
        }
        #expect(servers.searches.arrivals == 0)
        await core.advance(by: .milliseconds(1))
        #expect(servers.searches.arrivals == 1)
        #expect(core.state.search.isSearching)
        servers.searches.resumeOne(with: [Todo(id: 1, title: "Milk")])
        try await core.receive(TodosFound.self)
        #expect(core.state.search.found.map(\.id) == [1])
        try await core.fire(event: TodosFound(text: "m", todos: []))
        #expect(core.state.search.found.map(\.id) == [1])
        try await core.fire(event: Search.text.assigning(""))
        #expect(core.state.search.found == [])
        await core.advance(by: .seconds(1))
        #expect(servers.searches.arrivals == 1)
    }

    @Test("An invalid form shows the missing fields, and nothing is sent")
    func invalid() async throws {
        let core = try await servers.app()
        try await core.fire(event: Navigated.pushed(.newTodo))
        #expect(core.state.form.shownFault(in: .title) == nil)
        try await core.fire(event: TodoForm.title.assigning("  "))
        try await core.fire(event: FormSubmitted())
        #expect(core.state.form.shownFault(in: .title)?.key == "form.titleMissing")
        #expect(servers.additions.arrivals == 0)
        try await core.fire(event: TodoForm.title.assigning(String(repeating: "x", count: 41)))
        #expect(core.state.form.shownFault(in: .title) == UserMessage("form.titleTooLong", [40]))
        try await core.fire(event: TodoForm.note.assigning(String(repeating: "x", count: 201)))
        #expect(core.state.form.shownFault(in: .note) == UserMessage("form.noteTooLong", [200]))
    }

    @Test("A saved item is in the list; its screen is left and reset")
    func save() async throws {
        let core = try await servers.app()
        try await core.fire(event: Navigated.pushed(.newTodo))
        try await core.fire(event: TodoForm.title.assigning("Bread"))
        try await core.fire(event: FormSubmitted())
        #expect(core.state.form.isSaving)
        // No text is typed into a form that is being saved.
        try await core.fire(event: TodoForm.title.assigning("Butter"))
        #expect(core.state.form.title == "Bread")
        servers.additions.resumeOne(with: Todo(id: 2, title: "Bread"))
        try await core.receive(Reset<TodoForm>.self)
        #expect(core.state.todos.value?.map(\.title) == ["Milk", "Bread"])
        #expect(core.state.path == [])
        #expect(core.state.form == TodoForm())
        #expect(core.state.problem == nil)
    }

    @Test("A list that was read while a todo was saved is read again, and contains it once")
    func readWhileSaving() async throws {
        let core = try await servers.app()
        _ = core.core.refresh(now: { Timestamp(millisecondsSince1970: 1) })
        try await core.receive(StatusChange<[Todo]>.self)
        try await core.fire(event: Navigated.pushed(.newTodo))
        try await core.fire(event: TodoForm.title.assigning("Bread"))
        try await core.fire(event: FormSubmitted())
        // The server had saved it when it read the list; the response does not show it.
        let both = [Todo(id: 1, title: "Milk"), Todo(id: 2, title: "Bread")]
        servers.lists.resumeOne(with: both)
        servers.additions.resumeOne(with: both[1])
        try await core.receive(Reset<TodoForm>.self)
        servers.lists.resumeOne(with: both)
        await core.core.idle()
        #expect(core.state.todos.value == both)
        #expect(!core.state.todos.isLoading)
    }

    @Test("An item that cannot be saved stays in the form, and is saved by a retry")
    func saveAgain() async throws {
        let core = try await servers.app()
        try await core.fire(event: Navigated.pushed(.newTodo))
        try await core.fire(event: TodoForm.title.assigning("Milk"))
        try await core.fire(event: FormSubmitted())
        servers.additions.resumeOne(throwing: TodoError.titleTaken("Milk"))
        try await core.receive(CommandEnded.self)
        #expect(!core.state.form.isSaving)
        #expect(core.state.form.title == "Milk")
        #expect(
            core.state.problem?.message
                == UserMessage("todo.titleTaken", ["Milk"], recovery: "todo.otherTitle"))
        try await core.fire(event: Retry.saving)
        #expect(servers.additions.arrivals == 2)
        servers.additions.resumeOne(with: Todo(id: 2, title: "Milk"))
        try await core.receive(Reset<TodoForm>.self)
        #expect(core.state.path == [])
    }

    @Test("The failure of the list is no longer shown after the list has arrived, however it was requested")
    func curedByRefresh() async throws {
        let core = try await servers.app()
        _ = core.core.refresh(now: { Timestamp(millisecondsSince1970: 1) })
        try await core.receive(StatusChange<[Todo]>.self)
        servers.lists.resumeOne(throwing: offline)
        try await core.receive(CommandEnded.self)
        try await core.fire(event: Navigated.pushed(.todo(1)))
        #expect(core.state.problem?.retry == .refreshing)
        // Pulled, and not by the button of the message.
        _ = core.core.refresh(now: { Timestamp(millisecondsSince1970: 2) })
        try await core.receive(StatusChange<[Todo]>.self)
        servers.lists.resumeOne(with: [Todo(id: 1, title: "Milk"), Todo(id: 2, title: "Salt")])
        await core.core.idle()
        #expect(core.state.todos.value?.count == 2)
        #expect(core.state.problem == nil)
    }

    @Test("The failure of a search disappears when the text changes, and when the search is left")
    func curedBySearching() async throws {
        let core = try await servers.app()
        func fail(_ text: String) async throws {
            try await core.fire(event: Navigated.linked([.search]))
            try await core.fire(event: Search.text.assigning(text))
            await core.advance(by: .milliseconds(300))
            servers.searches.resumeOne(throwing: offline)
            try await core.receive(CommandEnded.self)
            #expect(core.state.problem?.retry == .searching)
        }
        try await fail("salt")
        try await core.fire(event: Search.text.assigning("salz"))
        #expect(core.state.problem == nil)
        await core.advance(by: .milliseconds(300))
        servers.searches.resumeOne(with: [])
        try await core.receive(TodosFound.self)

        try await fail("pepper")
        try await core.fire(event: Navigated.pushed(.todo(1)))
        #expect(core.state.problem?.retry == .searching)
        try await core.fire(event: Navigated.popped(2))
        #expect(core.state.problem == nil)
    }

    @Test("The failure of a form disappears when it is saved again, and when it is left")
    func curedBySaving() async throws {
        let core = try await servers.app()
        func fail() async throws {
            try await core.fire(event: Navigated.linked([.newTodo]))
            try await core.fire(event: TodoForm.title.assigning("Salt"))
            try await core.fire(event: FormSubmitted())
            servers.additions.resumeOne(throwing: TodoError.titleTaken("Salt"))
            try await core.receive(CommandEnded.self)
            #expect(core.state.problem?.retry == .saving)
        }
        try await fail()
        try await core.fire(event: TodoForm.title.assigning("Sea salt"))
        try await core.fire(event: FormSubmitted())
        #expect(core.state.problem == nil)
        servers.additions.resumeOne(with: Todo(id: 2, title: "Sea salt"))
        try await core.receive(Reset<TodoForm>.self)
        try await fail()
        try await core.fire(event: Navigated.popped(1))
        #expect(core.state.problem == nil)
    }

    @Test("A link that leads nowhere is discarded when the user navigates")
    func curedByMoving() async throws {
        let core = try await servers.app()
        try await core.fire(event: try #require(UserFacingError<Retry>(TodoError.unknownLink("patterns://x"))))
        #expect(core.state.problem != nil)
        try await core.fire(event: Navigated.pushed(.search))
        #expect(core.state.problem == nil)
    }

    @Test(
        "Leaving the form in any way cancels its command; its late response changes nothing",
        arguments: [Navigated.popped(1), .linked([.todo(1)])])
    func leave(way: Navigated) async throws {
        let core = try await servers.app()
        try await core.fire(event: Navigated.pushed(.newTodo))
        try await core.fire(event: TodoForm.title.assigning("Bread"))
        try await core.fire(event: FormSubmitted())
        try await core.fire(event: way)
        #expect(core.state.form == TodoForm())
        servers.additions.resumeOne(with: Todo(id: 2, title: "Bread"))
        try await core.refused(TodoAdded.self)
        #expect(core.state.todos.value?.map(\.title) == ["Milk"])
        #expect(core.state.problem == nil)
    }

    @Test("A covered screen retains the typed text")
    func covered() async throws {
        let core = try await servers.app()
        try await core.fire(event: Navigated.pushed(.search))
        try await core.fire(event: Search.text.assigning("milk"))
        try await core.fire(event: Navigated.pushed(.todo(1)))
        #expect(core.state.search.text == "milk")
        try await core.fire(event: Navigated.popped(2))
        #expect(core.state.search == Search())
    }
}
