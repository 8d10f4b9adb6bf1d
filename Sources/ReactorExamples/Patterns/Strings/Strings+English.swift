import Reactor
import ReactorRecording
import ReactorServices

extension Strings {
    /// What the library says, and the app's own.
    static let english = [ServiceError.english, JournalError.english, own].reduce(UserMessage.english) {
        $0.merging($1) { first, _ in first }
    }

    private static let own = [
        "form.noteTooLong": "The note may have {1} characters.",
        "form.titleMissing": "A title is missing.",
        "form.titleTooLong": "The title may have {1} characters.",
        "link.unknown": "The link {1} leads nowhere.",
        "list.count": "{1} todos",
        "list.count.one": "1 todo",
        "list.empty": "Nothing to do.",
        "list.loading": "Loading.",
        "list.notLoaded": "Not loaded yet.",
        "search.none": "Nothing found for \"{1}\".",
        "search.searching": "Searching.",
        "todo.gone": "This todo is not here.",
        "todo.otherTitle": "Please choose another title.",
        "todo.titleTaken": "There is a todo \"{1}\" already.",
        "word.new": "New todo",
        "word.note": "Note",
        "word.retry": "type retry",
        "word.saving": "Saving.",
        "word.search": "Search",
        "word.title": "Title",
        "word.todos": "Todos",
    ]
}
