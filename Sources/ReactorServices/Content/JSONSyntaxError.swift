/// Where a text stops being JSON, and why.
public struct JSONSyntaxError: Error, Hashable, Sendable {
    public enum Problem: Hashable, Sendable {
        case unexpectedEnd
        case unexpectedCharacter
        case badNumber
        case badEscape
        case badText
        case controlCharacter
        case trailingContent
        case tooDeep
    }

    public let problem: Problem
    /// The line, from 1.
    public let line: Int
    /// The byte in the line, from 1.
    public let column: Int
    /// The byte in the text, from 0.
    public let offset: Int
}

extension JSONSyntaxError: CustomStringConvertible {
    public var description: String { Errors.text(self) }
}
