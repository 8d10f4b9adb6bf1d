import Reactor
import ReactorRecording
import ReactorServices

/// The app's texts in one language. `{1}` is the first argument; a key that ends in `.one` is for a count of one.
///
/// An app for Apple platforms has a string catalog instead, and passes the key and the arguments to it.
package struct Strings: Sendable {
    let table: [String: String]
    private let decimalMark: String

    package init(_ language: Language) {
        switch language {
        case .english:
            (table, decimalMark) = (Self.english, ".")
        case .german:
            (table, decimalMark) = (Self.german, ",")
        }
    }

    /// Returns the text of a key.
    package func text(_ key: String, _ arguments: [UserMessage.Argument] = []) -> String {
        let isOne = arguments.contains(.count(1))
        // A missing translation must not hide the message.
        let sentence = (isOne ? table[key + ".one"] : nil) ?? table[key] ?? table[UserMessage.unexpected.key] ?? key
        return filled(sentence, arguments.map(text))
    }

    /// Inserts the arguments in one pass, because an argument can look like a placeholder.
    private func filled(_ sentence: String, _ arguments: [String]) -> String {
        var filled = ""
        var rest = sentence[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let number = Int(rest[rest.index(after: open)..<close]) ?? 0
            filled += rest[..<open]
            filled += arguments.indices.contains(number - 1) ? arguments[number - 1] : String(rest[open...close])
            rest = rest[rest.index(after: close)...]
        }
        return filled + rest
    }

    /// Returns the text of a message, followed by its advice.
    package func text(_ message: UserMessage) -> String {
        let happened = text(message.key, message.arguments)
        return message.recovery.map { "\(happened) \(text($0))" } ?? happened
    }

    private func text(_ argument: UserMessage.Argument) -> String {
        switch argument {
        case .text(let text): text
        case .count(let count): "\(count)"
        case .quantity(let quantity): "\(quantity)".replacing(".", with: decimalMark)
        }
    }
}

extension Strings {
    /// The texts of the library and of the app.
    static let english = UserMessage.english.merging(own) { library, _ in library }

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

extension Strings {
    static let german = [
        "changes.notSaved": "Deine Änderungen werden nicht mehr gesichert.",
        "command.timedOut": "Das hat zu lange gedauert.",
        "environment.unknown": "Diesen Server gibt es nicht.",
        "error.unexpected": "Etwas ist schiefgegangen.",
        "form.noteTooLong": "Die Notiz darf {1} Zeichen haben.",
        "form.titleMissing": "Ein Titel fehlt.",
        "form.titleTooLong": "Der Titel darf {1} Zeichen haben.",
        "link.unknown": "Der Link {1} führt nirgendwohin.",
        "list.count": "{1} Aufgaben",
        "list.count.one": "1 Aufgabe",
        "list.empty": "Nichts zu tun.",
        "list.loading": "Wird geladen.",
        "list.notLoaded": "Noch nicht geladen.",
        "recording.inUse": "Das ist anderswo geöffnet.",
        "recording.newer": "Das hat eine neuere Version der App geschrieben.",
        "recording.notSaved": "Deine Änderungen können nicht gesichert werden.",
        "recording.unreadable": "Die gesicherten Daten können nicht gelesen werden.",
        "recovery.closeOther": "Bitte schließe es dort zuerst.",
        "recovery.freeSpace": "Bitte sieh nach, ob der Speicher voll ist, und öffne die App noch einmal.",
        "recovery.later": "Bitte versuche es später noch einmal.",
        "recovery.report": "Bitte melde es, wenn es wieder vorkommt.",
        "recovery.review": "Bitte prüfe die aktuelle Version und versuche es noch einmal.",
        "recovery.signIn": "Bitte melde dich noch einmal an.",
        "recovery.update": "Bitte aktualisiere die App.",
        "recovery.wait": "Bitte warte einen Augenblick.",
        "search.none": "Nichts gefunden für \"{1}\".",
        "search.searching": "Wird gesucht.",
        "service.changed": "Das wurde inzwischen anderswo geändert.",
        "service.connecting": "Die Verbindung steht noch nicht.",
        "service.failed": "Das hat nicht geklappt.",
        "service.forbidden": "Das darfst du nicht.",
        "service.notFound": "Das gibt es nicht mehr.",
        "service.signedOut": "Du bist nicht mehr angemeldet.",
        "service.throttled": "Zu viele Anfragen.",
        "service.unavailable": "Der Dienst antwortet gerade nicht.",
        "service.unchanged": "Es hat sich nichts geändert.",
        "service.unreachable": "Es gibt keine Verbindung zum Dienst.",
        "todo.gone": "Diese Aufgabe ist nicht hier.",
        "todo.otherTitle": "Bitte wähle einen anderen Titel.",
        "todo.titleTaken": "Die Aufgabe \"{1}\" gibt es schon.",
        "word.new": "Neue Aufgabe",
        "word.note": "Notiz",
        "word.retry": "tippe retry",
        "word.saving": "Wird gespeichert.",
        "word.search": "Suche",
        "word.title": "Titel",
        "word.todos": "Aufgaben",
    ]
}
