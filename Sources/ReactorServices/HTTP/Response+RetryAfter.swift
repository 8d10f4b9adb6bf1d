extension Response {
    /// The delay that the server requests with `Retry-After`, or nil if the field is missing or invalid.
    ///
    /// A date is relative to the `Date` of the response, so that this machine's clock is not read. Without a `Date` it
    /// is invalid.
    public var retryAfter: Duration? {
        guard let text = headers.values(of: "Retry-After").first else { return nil }
        if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            // A number that overflows becomes the longest delay.
            return .seconds(min(Int64(text) ?? .max, Self.longestRetryAfter))
        }
        guard let date = HTTPDate(text), let now = headers.values(of: "Date").first.flatMap({ HTTPDate($0) }) else {
            return nil
        }
        return .seconds(min(max(0, date.seconds - now.seconds), Self.longestRetryAfter))
    }

    /// A hundred years, in seconds.
    private static let longestRetryAfter: Int64 = 3_155_760_000
}

/// A date in one of the three formats of HTTP (RFC 9110, 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94
/// 08:49:37 GMT`, `Sun Nov  6 08:49:37 1994`.
struct HTTPDate {
    /// The seconds since the beginning of 1970.
    let seconds: Int64

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    init?(_ text: String) {
        var words = text.split(separator: " ").dropFirst().map(Substring.init)
        if words.count == 3, words[2] == "GMT" {
            let date = words[0].split(separator: "-", omittingEmptySubsequences: false)
            guard date.count == 3, date[2].count == 2, let year = Int(date[2]) else { return nil }
            // Two digits are a year from 1970 to 2069, so that the current century is not needed.
            words = [date[0], date[1], "\(year < 70 ? 2000 + year : 1900 + year)", words[1], "GMT"]
        } else if words.count == 4 {
            words = [words[1], words[0], words[3], words[2], "GMT"]
        }
        guard words.count == 5, words[4] == "GMT", let day = Int(words[0]), (1...31).contains(day),
            let month = Self.months.firstIndex(of: String(words[1])), let year = Int(words[2]),
            (1970...9999).contains(year)
        else { return nil }
        let time = words[3].split(separator: ":").compactMap { Int($0) }
        guard time.count == 3, (0..<24).contains(time[0]), (0..<60).contains(time[1]), (0...60).contains(time[2]) else {
            return nil
        }
        seconds = Int64(Self.days(year, month + 1, day)) * 86_400 + Int64(time[0] * 3600 + time[1] * 60 + time[2])
    }

    /// The days from the beginning of 1970 to a date. Years are counted from March, so that a leap day ends a year.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }
}
