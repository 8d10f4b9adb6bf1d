import ExampleWeightLogCore
import Reactor
import ReactorFoundation

/// The state of one window: its search, the sheet over its list, and the fields of its form.
package nonisolated struct LogScreen: AssignableState, Equatable, Codable {
    package internal(set) var search = ""
    package internal(set) var sheet: Sheet?
    /// The fields of the form.
    package internal(set) var weight = ""
    package internal(set) var day = Day(ordinal: 0)

    package static let search = Assignable("screen.search", \LogScreen.search)
    package static let weight = Assignable("screen.weight", \LogScreen.weight) { String($0.prefix(12)) }
    package static let day = Assignable("screen.day", \LogScreen.day)
    package static let assignables = Assignables(search, weight, day)
    package static let sheet = Control(\LogScreen.sheet) { SheetChanged($0) }
    /// The day as a date, for a control that shows the time at Greenwich.
    package static let date = Control(\LogScreen.day.date) { LogScreen.day.assigning(Day($0)) }

    package init() {}

    package mutating func react(to event: any Event) {
        if assign(event) { return }
        switch event {
        case let event as SheetChanged: show(event.sheet)
        case is LogChanged:
            // The settings stay open: another log was chosen there.
            let sheet = sheet == .settings ? sheet : nil
            self = LogScreen()
            self.sheet = sheet
        case let event as ScreenRestored: self = event.screen
        default: break
        }
    }

    private mutating func show(_ sheet: Sheet?) {
        self.sheet = sheet
        switch sheet {
        case .log(let today): (weight, day) = ("", today)
        case .edit(let record): (weight, day) = (record.reading.weight.text, record.reading.day)
        case .settings, nil: break
        }
    }
}

// MARK: - Events

/// A sheet over the list.
package nonisolated enum Sheet: Hashable, Codable, Sendable, Identifiable {
    case log(today: Day)
    case edit(WeightRecord)
    case settings

    package var id: Self { self }
}

package struct SheetChanged: Event {
    let sheet: Sheet?
    package init(_ sheet: Sheet?) { self.sheet = sheet }
}

/// The window shows the log of another environment.
package struct LogChanged: Event { package init() {} }

/// The system has restored the window of an earlier launch.
package struct ScreenRestored: Event {
    let screen: LogScreen

    /// Reads the stored form of a screen. Returns nil for another form, for example of an earlier version of the app.
    package init?(_ stored: Data) {
        guard let screen = try? JSONDecoder().decode(LogScreen.self, from: stored) else { return nil }
        self.screen = screen
    }
}

// MARK: - Values for the views

extension LogScreen {
    /// The stored form, which the system keeps with the window.
    package nonisolated var stored: Data? { try? JSONEncoder().encode(self) }

    /// The reading in the form, or the reason why it has none.
    package nonisolated var reading: Result<Reading, ReadingError> {
        Result { () throws(ReadingError) in
            // The journal refuses other years when it is opened again.
            guard Day.acceptedYears.contains(day.components.year) else { throw .yearOutOfRange("\(day)") }
            return Reading(day: day, weight: try Weight(parsing: weight.withPlainDigits))
        }
    }

    /// The work that saves the form, or nil if there is nothing to save.
    package nonisolated var saving: Work? {
        guard let reading = try? reading.get() else { return nil }
        switch sheet {
        case .log: return .save(reading, of: nil)
        case .edit(let record): return record.reading == reading ? nil : .save(reading, of: record.id)
        case .settings, nil: return nil
        }
    }

    /// The message below the field. An empty field has none.
    package nonisolated var hint: String? {
        guard !weight.isEmpty, case .failure(let error) = reading else { return nil }
        return "\(error)"
    }
}

nonisolated extension Day {
    /// The begin of the day at Greenwich.
    var date: Date { Date(timeIntervalSince1970: Double(ordinal) * 86_400) }

    init(_ date: Date) { self.init(ordinal: Int((date.timeIntervalSince1970 / 86_400).rounded(.down))) }
}

nonisolated extension String {
    /// The text with the digits `0` to `9` in place of the digits of other scripts, and with a point in place of the Arabic
    /// decimal separator.
    package var withPlainDigits: String {
        String(
            map { character in
                if character == "\u{66B}" { return "." }
                guard let digit = character.wholeNumberValue,
                    character.unicodeScalars.first?.properties.numericType == .decimal
                else { return character }
                return Character("\(digit)")
            })
    }
}
