#if canImport(SwiftUI)
    import Foundation
    import ExampleWeightLogCore

    nonisolated extension Weight {
        var measurement: Measurement<UnitMass> { Measurement(value: Double(grams) / 1_000, unit: .kilograms) }
    }

    extension FormatStyle where Self == Date.FormatStyle {
        /// The day of a weighing, which has no time zone.
        static var loggedDay: Self { Date.FormatStyle(date: .abbreviated, time: .omitted, timeZone: .gmt) }
    }

    extension FormatStyle where Self == Measurement<UnitMass>.FormatStyle {
        static var loggedWeight: Self {
            .measurement(
                width: .abbreviated, usage: .asProvided,
                numberFormatStyle: FloatingPointFormatStyle().precision(.fractionLength(1...3)))
        }
    }
#endif
