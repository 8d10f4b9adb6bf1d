import Foundation

/// A key of a string catalog. A literal is a key wherever a view takes a text, and it takes only interpolations that a format
/// supports.
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
    public init(_ value: String) {}
    public init(stringLiteral value: String) {}
    public init(stringInterpolation: StringInterpolation) {}

    public struct StringInterpolation: StringInterpolationProtocol {
        public init(literalCapacity: Int, interpolationCount: Int) {}
        public mutating func appendLiteral(_ literal: String) {}
        public mutating func appendInterpolation(_ string: String) {}
        public mutating func appendInterpolation(_ text: Text) {}
        public mutating func appendInterpolation<Value: FormatSpecifiable>(_ value: Value) {}
        public mutating func appendInterpolation<Format: FormatStyle>(
            _ input: Format.FormatInput, format: Format
        ) where Format.FormatInput: Equatable, Format.FormatOutput == String {}
        public mutating func appendInterpolation(_ image: Image) {}
        // SwiftUI accepts them. It draws six decimals, which no app wants.
        @available(*, deprecated, message: "SwiftUI draws six decimals. Add a format: or a specifier:.")
        public mutating func appendInterpolation(_ value: Double) {}
        @available(*, deprecated, message: "SwiftUI draws six decimals. Add a format: or a specifier:.")
        public mutating func appendInterpolation(_ value: Float) {}
        public mutating func appendInterpolation<Value: FormatSpecifiable>(_ value: Value, specifier: String) {}
    }
}

/// A value for which a format has a specifier.
public protocol FormatSpecifiable: Equatable {}

extension Int: FormatSpecifiable {}
extension Int32: FormatSpecifiable {}
extension Int64: FormatSpecifiable {}
extension UInt: FormatSpecifiable {}
extension Float: FormatSpecifiable {}
extension Double: FormatSpecifiable {}

/// A line of text.
public struct Text: View, Equatable, Sendable {
    public init(_ key: LocalizedStringKey) {}
    @_disfavoredOverload public init<Content: StringProtocol>(_ content: Content) {}
    public init(verbatim content: String) {}
    public init<Style: FormatStyle>(_ input: Style.FormatInput, format: Style)
    where Style.FormatInput: Equatable, Style.FormatOutput == String {}
    public init(
        _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle?, comment: StaticString? = nil
    ) {}

    public func strikethrough(_ isActive: Bool = true) -> Text { self }
    public func bold() -> Text { self }
    public func monospacedDigit() -> Text { self }

    public var body: Never { fatalError("drawn by the system") }
}

/// A symbol.
public struct Image: View, Equatable, Sendable {
    public init(systemName: String) {}

    public var body: Never { fatalError("drawn by the system") }
}

/// A title with a symbol.
public struct Label: View {
    public init(_ titleKey: LocalizedStringKey, systemImage name: String) {}
    @_disfavoredOverload public init<Title: StringProtocol>(_ title: Title, systemImage name: String) {}

    public var body: Never { fatalError("drawn by the system") }
}
