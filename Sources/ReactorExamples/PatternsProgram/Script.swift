import ExamplePatterns
import Reactor
import ReactorOffline
import ReactorServices
import ReactorTerminal

/// A list of steps.
struct Script {
    let steps: [(text: String, step: Step)]

    /// Reads a script, and ignores empty lines.
    ///
    /// - Throws: ``ScriptError`` for the first line that is not a step.
    init(_ text: String, from path: String) throws(ScriptError) {
        var steps: [(text: String, step: Step)] = []
        // The line break CR LF is a single character.
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let line = line.drop { $0.isWhitespace }
            if line.isEmpty { continue }
            do {
                let step = try Step(String(line))
                // The text is printed, so it must not contain the key.
                if case .key = step { steps.append(("key ...", step)) } else { steps.append((line.trimmed, step)) }
            } catch {
                throw ScriptError(path: path, line: index + 1, fault: error)
            }
        }
        self.steps = steps
    }

    /// The script that the program plays by default.
    static let story = """
        # The list comes when the server is connected.
        refresh
        # A screen is a property of the state: open pushes it, back takes it off.
        open 2
        back
        # The search waits until nobody types any more.
        search milk
        open 1
        back
        back
        # A form says what is missing when it is saved, not before.
        new
        title
        save
        title Buy bread
        save
        # What goes wrong is shown in the user's words, with what tries again. The list stays.
        offline
        refresh
        online
        retry
        # The app has an error of its own for what only it knows.
        new
        title Buy milk
        save
        dismiss
        # A link goes anywhere; the form that it leaves starts over, whatever was typed.
        title Never saved
        link patterns://todos/2
        new
        back
        link patterns://nowhere
        dismiss
        # Another server: nothing of this one is left, and its token goes nowhere else.
        environment staging
        # A message is a key, so it is right in every language, also when it was there before.
        key wrong
        language de
        key demo
        environment production
        """
}

/// A line of a script: an action of the user.
enum Step: Equatable {
    case note(String)
    case refresh
    case open(Todo.ID)
    case search(String?)
    case new
    case title(String)
    case text(String)
    case save
    case back
    case link(String)
    case retry
    case dismiss
    case environment(ServerEnvironment.Name)
    case language(Language)
    case key(String)
    case online(Bool)

    static let help: [(form: String, summary: String)] = [
        ("refresh", "pull the list"), ("open N", "look at a todo"), ("search [TEXT]", "go to the search, and type"),
        ("new", "begin a todo"), ("title TEXT, note TEXT", "fill the form in"), ("save", "save it"),
        ("back", "leave the screen"), ("link URL", "follow a link, such as patterns://todos/2"),
        ("retry, dismiss", "answer what went wrong"), ("environment NAME", "switch to another server"),
        ("language en|de", "change the language"), ("key TEXT", "change the access key"),
        ("offline, online", "pull the plug, put it in"), ("# TEXT", "a remark"),
    ]

    /// - Throws: ``ScriptFault``.
    init(_ line: String) throws(ScriptFault) {
        if line.hasPrefix("#") {
            self = .note(line.dropFirst().trimmed)
            return
        }
        let name = line.prefix { !$0.isWhitespace }
        let rest = line.dropFirst(name.count).trimmed
        self =
            switch name {
            case "refresh": try Self.alone(.refresh, rest)
            case "new": try Self.alone(.new, rest)
            case "save": try Self.alone(.save, rest)
            case "back": try Self.alone(.back, rest)
            case "retry": try Self.alone(.retry, rest)
            case "dismiss": try Self.alone(.dismiss, rest)
            case "online": try Self.alone(.online(true), rest)
            case "offline": try Self.alone(.online(false), rest)
            case "search": .search(rest.isEmpty ? nil : rest)
            case "title": .title(rest)
            case "note": .text(rest)
            case "open": .open(try Self.number(rest))
            case "link": .link(try Self.needed(rest, "link URL"))
            case "environment": .environment(.init(rawValue: try Self.needed(rest, "environment NAME")))
            case "language": .language(try Self.language(rest))
            case "key": .key(rest)
            default: throw .unknown(String(name))
            }
    }

    private static func alone(_ step: Step, _ rest: String) throws(ScriptFault) -> Step {
        guard rest.isEmpty else { throw .tooMuch(rest) }
        return step
    }

    private static func needed(_ rest: String, _ form: String) throws(ScriptFault) -> String {
        guard !rest.isEmpty else { throw .expected(form, found: rest) }
        return rest
    }

    private static func number(_ rest: String) throws(ScriptFault) -> Int {
        guard let number = Int(rest) else { throw .expected("open N", found: rest) }
        return number
    }

    private static func language(_ rest: String) throws(ScriptFault) -> Language {
        guard let language = Language(rawValue: rest) else { throw .expected("language en|de", found: rest) }
        return language
    }
}

extension StringProtocol {
    /// The text without white space at both ends.
    fileprivate var trimmed: String {
        let start = drop { $0.isWhitespace }
        return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }
}
