import Reactor

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A moment of a journal as a person names it.
enum Moment: Hashable {
    /// Behind the entry of this number.
    case entry(UInt64)
    /// Behind the last entry up to this time.
    case time(Timestamp)

    private static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

    /// Nil for a text that names none.
    init?(_ text: String, now: Timestamp) {
        let today = LocalTime(now)
        let words = text.lowercased().split { $0 == " " || $0 == "t" && text.first?.isNumber == true }.map(String.init)
        if words.count == 1, let number = UInt64(words[0].drop { $0 == "#" }) {
            self = .entry(number)
        } else if words.count == 1, let (hour, minute) = Self.clock(words[0]) {
            self = .time(today.at(hour, minute))
        } else if (1...2).contains(words.count), let day = Self.day(words[0], today) {
            guard words.count == 2 else {
                self = .time(day.end)
                return
            }
            guard let (hour, minute) = Self.clock(words[1]) else { return nil }
            self = .time(day.at(hour, minute))
        } else {
            return nil
        }
    }

    private static func day(_ word: String, _ today: LocalTime) -> LocalTime? {
        switch word {
        case "today": return today
        case "yesterday": return today.earlier(days: 1)
        default: break
        }
        if let weekday = weekdays.firstIndex(where: { $0 == word || word.count >= 3 && $0.hasPrefix(word) }) {
            return today.earlier(days: (today.weekday - weekday + 6) % 7 + 1)
        }
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2], let year = Int32(parts[0]),
            let month = Int32(parts[1]), let day = Int32(parts[2])
        else { return nil }
        return LocalTime(year, month, day)
    }

    private static func clock(_ word: String) -> (Int32, Int32)? {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let hour = Int32(parts[0]), let minute = Int32(parts[1]), (0..<24).contains(hour),
            (0..<60).contains(minute), parts[1].utf8.count == 2
        else { return nil }
        return (hour, minute)
    }
}

/// A time by the clock of the place where the program runs.
struct LocalTime {
    private var parts = tm()

    init(_ time: Timestamp) {
        let (quotient, rest) = time.millisecondsSince1970.quotientAndRemainder(dividingBy: 1_000)
        var seconds = time_t(rest < 0 ? quotient - 1 : quotient)
        localtime_r(&seconds, &parts)
    }

    /// Nil for a day that there is not.
    init?(_ year: Int32, _ month: Int32, _ day: Int32) {
        parts.tm_year = year - 1_900
        parts.tm_mon = month - 1
        parts.tm_mday = day
        parts.tm_hour = 12
        parts.tm_isdst = -1
        let asked = parts
        _ = mktime(&parts)
        guard parts.tm_mday == asked.tm_mday, parts.tm_mon == asked.tm_mon else { return nil }
    }

    /// From 0 for Sunday.
    var weekday: Int { Int(parts.tm_wday) }

    func earlier(days: Int) -> LocalTime {
        var other = parts
        other.tm_mday -= Int32(days)
        other.tm_hour = 12
        other.tm_isdst = -1
        _ = mktime(&other)
        var day = self
        day.parts = other
        return day
    }

    func at(_ hour: Int32, _ minute: Int32) -> Timestamp {
        var other = parts
        other.tm_hour = hour
        other.tm_min = minute
        other.tm_sec = 59
        other.tm_isdst = -1
        return Timestamp(millisecondsSince1970: Int64(mktime(&other)) * 1_000 + 999)
    }

    /// The last millisecond of the day.
    var end: Timestamp { at(23, 59) }

    /// `2026-01-02 14:30`
    var text: String {
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(parts.tm_year + 1_900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) "
            + "\(two(parts.tm_hour)):\(two(parts.tm_min))"
    }
}
