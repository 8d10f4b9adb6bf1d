import Reactor

/// The one place where screens are reset: behind every event that moves, so that a button, a swipe and a link do the same.
///
/// A screen that is covered keeps its state; one that is off the stack starts over, and its commands are cancelled.
struct ResetWhatWasLeft: Command {
    func execute(state: TodoApp, core: Core<TodoApp>) {
        if !state.path.contains(.newTodo), state.form != TodoForm() { core.fire(event: Reset<TodoForm>()) }
        if !state.path.contains(.search), state.search != Search() { core.fire(event: Reset<Search>()) }
    }
}
