import Reactor
import ReactorServices

/// The app's sentences in one language. `{1}` is the first argument; a key that ends in `.one` is for a count of one.
///
/// An app for Apple's systems has a string catalog instead, and hands the key and the arguments to it.
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

    /// The sentence of a key.
    package func text(_ key: String, _ arguments: [UserMessage.Argument] = []) -> String {
        let isOne = arguments.contains(.count(1))
        // A key that nobody has translated is no reason to say nothing.
        let sentence = (isOne ? table[key + ".one"] : nil) ?? table[key] ?? table[UserMessage.unexpected.key] ?? key
        return filled(sentence, arguments.map(text))
    }

    /// In one pass, since an argument may look like a place for another.
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

    /// What happened, and what to do.
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
