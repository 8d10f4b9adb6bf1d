// The format styles of Foundation that the package uses, for .ci/apple, with the types and the availability that Apple
// documents. None of it is linked or run.

public protocol FormatStyle: Decodable, Encodable, Hashable {
    associatedtype FormatInput
    associatedtype FormatOutput
    func format(_ value: FormatInput) -> FormatOutput
    func locale(_ locale: Locale) -> Self
}

extension FormatStyle {
    public func locale(_ locale: Locale) -> Self { self }
}

public protocol ParseStrategy: Decodable, Encodable, Hashable {
    associatedtype ParseInput
    associatedtype ParseOutput
    func parse(_ value: ParseInput) throws -> ParseOutput
}

public protocol ParseableFormatStyle: FormatStyle {
    associatedtype Strategy: ParseStrategy
    where Strategy.ParseInput == FormatOutput, Strategy.ParseOutput == FormatInput
    var parseStrategy: Strategy { get }
}

public enum NumberFormatStyleConfiguration {
    public struct Precision: Codable, Hashable, Sendable {
        public static func fractionLength(_ length: Int) -> Precision { Precision() }
        public static func fractionLength<Limits: RangeExpression>(_ limits: Limits) -> Precision
        where Limits.Bound == Int { Precision() }
    }
    public struct Grouping: Codable, Hashable, Sendable {
        public static var never: Grouping { Grouping() }
    }
}

public struct FloatingPointFormatStyle<Value: BinaryFloatingPoint>: ParseableFormatStyle, Sendable {
    public typealias Configuration = NumberFormatStyleConfiguration
    public struct Parser: ParseStrategy, Sendable {
        public func parse(_ value: String) throws -> Value { 0 }
    }
    public init(locale: Locale = .current) {}
    public func precision(_ precision: Configuration.Precision) -> Self { self }
    public func grouping(_ group: Configuration.Grouping) -> Self { self }
    public func format(_ value: Value) -> String { "" }
    public func locale(_ locale: Locale) -> Self { self }
    public var parseStrategy: Parser { Parser() }
}

public struct IntegerFormatStyle<Value: BinaryInteger>: FormatStyle, Sendable {
    public init(locale: Locale = .current) {}
    public func format(_ value: Value) -> String { "" }
}

extension FormatStyle where Self == FloatingPointFormatStyle<Double> {
    public static var number: Self { FloatingPointFormatStyle() }
}

extension FormatStyle where Self == IntegerFormatStyle<Int> {
    public static var number: Self { IntegerFormatStyle() }
}

extension BinaryFloatingPoint {
    public func formatted() -> String { "" }
    public func formatted<Style: FormatStyle>(_ format: Style) -> Style.FormatOutput
    where Style.FormatInput == Self { format.format(self) }
    public init<Strategy: ParseStrategy>(_ value: Strategy.ParseInput, strategy: Strategy) throws
    where Strategy.ParseInput: StringProtocol, Strategy.ParseOutput == Self { self = try strategy.parse(value) }
    public init(_ value: String, format: FloatingPointFormatStyle<Self>, lenient: Bool = true) throws { self = 0 }
}

extension BinaryInteger {
    public func formatted() -> String { "" }
    public func formatted<Style: FormatStyle>(_ format: Style) -> Style.FormatOutput
    where Style.FormatInput == Self { format.format(self) }
}

extension Date {
    public struct FormatStyle: Foundation.FormatStyle, Sendable {
        public struct DateStyle: Codable, Hashable, Sendable {
            public static let omitted = DateStyle()
            public static let numeric = DateStyle()
            public static let abbreviated = DateStyle()
            public static let long = DateStyle()
            public static let complete = DateStyle()
        }
        public struct TimeStyle: Codable, Hashable, Sendable {
            public static let omitted = TimeStyle()
            public static let shortened = TimeStyle()
            public static let standard = TimeStyle()
        }
        public init(
            date: DateStyle? = nil, time: TimeStyle? = nil, locale: Locale = .current, timeZone: TimeZone = .gmt
        ) {}
        public func format(_ value: Date) -> String { "" }
        public var timeZone: TimeZone {
            get { .gmt }
            set {}
        }
    }
    public func formatted(date: FormatStyle.DateStyle, time: FormatStyle.TimeStyle) -> String { "" }
    public func formatted<Style: Foundation.FormatStyle>(_ format: Style) -> Style.FormatOutput
    where Style.FormatInput == Date { format.format(self) }
}

extension Date {
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, visionOS 1, *)
    public struct ISO8601FormatStyle: Foundation.FormatStyle, Sendable {
        public init(timeZone: TimeZone = .gmt) {}
        public func format(_ value: Date) -> String { "" }
        public func year() -> Self { self }
        public func month() -> Self { self }
        public func day() -> Self { self }
    }
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, visionOS 1, *)
    public func ISO8601Format(_ style: ISO8601FormatStyle = .init()) -> String { "" }
}

extension FormatStyle where Self == Date.FormatStyle {
    public static var dateTime: Self { Date.FormatStyle() }
}

open class Unit: NSObject, @unchecked Sendable {}
open class Dimension: Unit, @unchecked Sendable {}

open class UnitMass: Dimension, @unchecked Sendable {
    open class var kilograms: UnitMass { fatalError() }
    open class var pounds: UnitMass { fatalError() }
}

public struct Measurement<UnitType: Unit>: Hashable, Sendable {
    public init(value: Double, unit: UnitType) {}
    public var value: Double { 0 }
    public func formatted<Style: Foundation.FormatStyle>(_ style: Style) -> Style.FormatOutput
    where Style.FormatInput == Self { style.format(self) }
}

extension Measurement where UnitType: Dimension {
    public func converted(to other: UnitType) -> Measurement { self }

    public struct FormatStyle: Foundation.FormatStyle, Sendable {
        public struct UnitWidth: Codable, Hashable, Sendable {
            public static var wide: UnitWidth { UnitWidth() }
            public static var abbreviated: UnitWidth { UnitWidth() }
            public static var narrow: UnitWidth { UnitWidth() }
        }
        public func format(_ value: Measurement) -> String { "" }
    }
}

public struct MeasurementFormatUnitUsage<UnitType: Dimension>: Codable, Hashable, Sendable {
    public static var asProvided: MeasurementFormatUnitUsage { MeasurementFormatUnitUsage() }
    public static var general: MeasurementFormatUnitUsage { MeasurementFormatUnitUsage() }
}

extension FormatStyle {
    public static func measurement<UnitType: Dimension>(
        width: Measurement<UnitType>.FormatStyle.UnitWidth,
        usage: MeasurementFormatUnitUsage<UnitType> = .general,
        numberFormatStyle: FloatingPointFormatStyle<Double>? = nil
    ) -> Self where Self == Measurement<UnitType>.FormatStyle { Measurement<UnitType>.FormatStyle() }
}

// MARK: - String catalogs

public func NSLocalizedString(_ key: String, comment: String) -> String { "" }
public func NSLocalizedString(_ key: String, value: String, comment: String) -> String { "" }
public func NSLocalizedString(
    _ key: String, tableName: String?, bundle: Bundle, value: String, comment: String
) -> String { "" }

extension String {
    public struct LocalizationValue: Equatable, ExpressibleByStringInterpolation, Sendable {
        public init(_ value: String) {}
        public init(stringLiteral value: String) {}
        public init(stringInterpolation: StringInterpolation) {}

        public struct StringInterpolation: StringInterpolationProtocol {
            public init(literalCapacity: Int, interpolationCount: Int) {}
            public mutating func appendLiteral(_ literal: String) {}
            public mutating func appendInterpolation(_ string: String) {}
            public mutating func appendInterpolation(_ value: Int) {}
        }
    }
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, visionOS 1, *)
    public init(
        localized keyAndValue: LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
        locale: Locale = .current, comment: StaticString? = nil
    ) { self.init() }
}
