import Testing

@testable import ExamplePatterns

@Suite("Navigation as state")
struct NavigationTests {
    @Test(
        "A link is a path, or leads nowhere",
        arguments: [
            ("patterns://", []), ("patterns://todos/3", [.todo(3)]), ("patterns://new", [.newTodo]),
            ("patterns://search/", [.search]), ("patterns://todos", nil), ("patterns://todos/x", nil),
            ("patterns://new/3", nil), ("https://new", nil), ("", nil),
        ] as [(String, [Route]?)])
    func links(link: String, path: [Route]?) {
        #expect(Route.path(of: link) == path)
    }

    @Test("Push adds a screen once, pop removes no more than there are, a link replaces all")
    func moves() {
        #expect(Navigated.pushed(.search).path(from: [.newTodo]) == [.newTodo, .search])
        #expect(Navigated.pushed(.search).path(from: [.search]) == [.search])
        #expect(Navigated.popped(1).path(from: [.search, .todo(1)]) == [.search])
        #expect(Navigated.popped(9).path(from: [.search]) == [])
        #expect(Navigated.popped(-1).path(from: [.search]) == [.search])
        #expect(Navigated.linked([.todo(2)]).path(from: [.search, .newTodo]) == [.todo(2)])
    }
}
