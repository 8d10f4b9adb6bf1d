/// An argument known by its place. Declared once, and read by its declaration.
package struct Positional: Sendable, Hashable {
    package enum Presence: Sendable, Hashable {
        case required
        case optional
        /// Any number, none included; only the last positional of a verb can be this.
        case repeated
    }

    /// As it stands in the help: `FILE`.
    package var name: String
    package var presence: Presence
    package var summary: String

    package init(_ name: String, _ summary: String, _ presence: Presence = .required) {
        self.name = name
        self.presence = presence
        self.summary = summary
    }
}
