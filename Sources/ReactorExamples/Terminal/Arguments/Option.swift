/// Something that may be said to a program with two dashes. Declared once, and read by its declaration.
///
/// ```swift
/// let data = Option.value("data", "DIR", "where the log is kept")
/// let directory = arguments[data] ?? "."
/// ```
package struct Option: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// `--json`: there or not.
        case flag
        /// `--data DIR` or `--data=DIR`, at most once.
        case value(placeholder: String)
        /// Like `value`, as often as one likes.
        case repeated(placeholder: String)
    }

    /// As it is written, dashes included.
    package var name: String
    package var kind: Kind
    package var summary: String

    package static func flag(_ name: String, _ summary: String) -> Option {
        Option(name: "--\(name)", kind: .flag, summary: summary)
    }

    package static func value(_ name: String, _ placeholder: String, _ summary: String) -> Option {
        Option(name: "--\(name)", kind: .value(placeholder: placeholder), summary: summary)
    }

    /// An option of one letter, with one dash.
    package static func short(_ letter: Character, _ placeholder: String, _ summary: String) -> Option {
        Option(name: "-\(letter)", kind: .value(placeholder: placeholder), summary: summary)
    }

    package static func repeated(_ name: String, _ placeholder: String, _ summary: String) -> Option {
        Option(name: "--\(name)", kind: .repeated(placeholder: placeholder), summary: summary)
    }

    /// Options are one when they have one name: verbs may say in their own words what it means to them.
    package static func == (left: Option, right: Option) -> Bool { left.name == right.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// What stands behind the name: nil for a flag.
    package var placeholder: String? {
        switch kind {
        case .flag: nil
        case .value(let placeholder), .repeated(let placeholder): placeholder
        }
    }
}
