import Reactor

/// A date as header fields write it, in each of the three forms that a recipient must understand.
enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

    /// The time that `text` names; nil when it is none of the three forms or no such day exists.
    static func parse(_ text: String) -> Timestamp? {
        let words = text.split(whereSeparator: { $0 == " " || $0 == "," || $0 == "-" }).map(String.init)
        switch words.count {
        case 6 where words[5] == "GMT" && words[4].contains(":"):
            // Sun, 06 Nov 1994 08:49:37 GMT, or Sunday, 06-Nov-94 08:49:37 GMT
            return time(day: words[1], month: words[2], year: words[3], clock: words[4])
        case 5 where words[3].contains(":"):
            // Sun Nov  6 08:49:37 1994
            return time(day: words[2], month: words[1], year: words[4], clock: words[3])
        default: return nil
        }
    }

    /// `time` in the form that is to be sent, without what is shorter than a second.
    static func text(of time: Timestamp) -> String {
        let seconds = floorDivided(time.millisecondsSince1970, by: 1_000)
        let day = floorDivided(seconds, by: 86_400)
        let second = seconds - day * 86_400
        let date = civil(day)
        let weekday = weekdays[Int(day - floorDivided(day, by: 7) * 7)]
        let clock = [second / 3_600, second / 60 % 60, second % 60].map { padded($0, to: 2) }.joined(separator: ":")
        return "\(weekday), \(padded(date.day, to: 2)) \(months[Int(date.month) - 1]) \(padded(date.year, to: 4)) \(clock) GMT"
    }

    private static func time(day: String, month: String, year: String, clock: String) -> Timestamp? {
        let clock = clock.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard clock.count == 3, clock.allSatisfy({ $0.count == 2 }), let month = months.firstIndex(of: month),
            let day = number(day), var year = number(year),
            let hour = number(clock[0]), let minute = number(clock[1]), let second = number(clock[2]),
            hour < 24, minute < 60, second <= 60
        else { return nil }
        // Two digits are of the obsolete form, which ended with the century it began in.
        if year < 100 { year += year < 70 ? 2_000 : 1_900 }
        let date = (year: year, month: Int64(month) + 1, day: day)
        let days = daysSince1970(year: date.year, month: date.month, day: date.day)
        guard year < 10_000, civil(days) == date else { return nil }
        return Timestamp(millisecondsSince1970: (days * 86_400 + hour * 3_600 + minute * 60 + second) * 1_000)
    }

    private static func number(_ text: String) -> Int64? {
        guard (1...4).contains(text.count), text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        return Int64(text)
    }

    private static func padded(_ number: Int64, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(width - digits.count, 0)) + digits
    }

    private static func floorDivided(_ number: Int64, by divisor: Int64) -> Int64 {
        number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor)
    }

    /// Counted in years that begin in March, so that a leap day is the last of its year.
    private static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
        let year = month > 2 ? year : year - 1
        let era = floorDivided(year, by: 400)
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = floorDivided(shifted, by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let march = (5 * dayOfYear + 2) / 153
        let month = march < 10 ? march + 3 : march - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * march + 2) / 5 + 1)
    }
}
