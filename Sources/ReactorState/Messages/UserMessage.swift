/// A message for the user, as keys of the app's localized strings: the problem and the recovery.
///
/// A key is stable, so a recording can contain it, and a state with a message is right in every language. The app
/// translates the message where it is shown.
///
/// ```swift
/// let message = UserMessage("upload.tooLarge", ["holiday.mov", 25], recovery: "upload.chooseSmaller")
/// ```
public struct UserMessage: Hashable, Codable, Sendable {
    /// The key of the text about the problem.
    public let key: String
    /// The values in the text, neither translated nor formatted.
    public let arguments: [Argument]
    /// The key of the text about the recovery, or nil.
    public let recovery: String?

    /// Creates a message.
    public init(_ key: String, _ arguments: [Argument] = [], recovery: String? = nil) {
        self.key = key
        self.arguments = arguments
        self.recovery = recovery
    }

    /// The message for an error without an explanation.
    public static let unexpected = UserMessage("error.unexpected", recovery: "recovery.report")

    /// The English text of every key that the library uses, in any of its modules: a template for translations, and a
    /// list of keys that a test can compare with the app's strings.
    public static let english = EnglishTexts.all

    /// A value in the text.
    public enum Argument: Hashable, Sendable {
        /// A name, which is inserted unchanged.
        case text(String)
        /// A number of items. The app's strings define the plural.
        case count(Int)
        /// A quantity. The user's locale defines the decimal separator.
        case quantity(Double)
    }
}

extension UserMessage.Argument: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    public init(stringLiteral value: String) { self = .text(value) }
    public init(integerLiteral value: Int) { self = .count(value) }
    public init(floatLiteral value: Double) { self = .quantity(value) }
}

extension UserMessage.Argument: Codable {
    private enum CodingKeys: String, CodingKey { case text, count, quantity }

    /// Decodes `{"text": …}`, `{"count": …}` or `{"quantity": …}`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let text = try container.decodeIfPresent(String.self, forKey: .text) {
            self = .text(text)
        } else if let count = try container.decodeIfPresent(Int.self, forKey: .count) {
            self = .count(count)
        } else {
            self = .quantity(try container.decode(Double.self, forKey: .quantity))
        }
    }

    /// Encodes the value under the name of its case.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .text(let text): try container.encode(text, forKey: .text)
        case .count(let count): try container.encode(count, forKey: .count)
        case .quantity(let quantity): try container.encode(quantity, forKey: .quantity)
        }
    }
}

/// An error with an explanation for the user.
///
/// ```swift
/// enum ImportError: ExplainedError {
///     case tooManyRows(Int)
///
///     var explanation: UserMessage {
///         switch self {
///         case .tooManyRows(let count): UserMessage("import.tooManyRows", [.count(count)], recovery: "import.split")
///         }
///     }
/// }
/// ```
///
/// The library's errors that a user can see conform to it; an app conforms its own errors. For every other error the
/// user reads ``UserMessage/unexpected``, and not its description.
public protocol ExplainedError: Error {
    /// The explanation that the user reads.
    var explanation: UserMessage { get }
}
