package import Reactor

/// The text of a time in a recording: `2026-01-01T08:00:00.000Z`. Years before 0 or after 9999 have a sign and at least six
/// digits.
extension Timestamp {
    private static let millisecondsPerDay: Int64 = 86_400_000

    package func write(to bytes: inout [UInt8]) {
        let days = millisecondsSince1970.flooredQuotient(Self.millisecondsPerDay)
        let rest = Int(millisecondsSince1970 &- days &* Self.millisecondsPerDay)
        let date = CivilDate(daysSince1970: days)
        if (0...9_999).contains(date.year) {
            bytes.append(number: Int(date.year), width: 4)
        } else {
            bytes.append(date.year < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
            bytes.append(number: Int(date.year.magnitude), width: 6)
        }
        bytes.append(UInt8(ascii: "-"))
        bytes.append(number: date.month, width: 2)
        bytes.append(UInt8(ascii: "-"))
        bytes.append(number: date.day, width: 2)
        bytes.append(UInt8(ascii: "T"))
        bytes.append(number: rest / 3_600_000, width: 2)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(number: rest / 60_000 % 60, width: 2)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(number: rest / 1_000 % 60, width: 2)
        bytes.append(UInt8(ascii: "."))
        bytes.append(number: rest % 1_000, width: 3)
        bytes.append(UInt8(ascii: "Z"))
    }

    /// Parses a time, or returns nil if `text` differs from the syntax of ``write(to:)``.
    package init?(text: some Collection<UInt8>) {
        var rest = text[...]
        func number(_ width: Int) -> Int64? {
            var sum: Int64 = 0
            for _ in 0..<width {
                guard let byte = rest.popFirst(), case let digit = byte &- UInt8(ascii: "0"), digit <= 9 else {
                    return nil
                }
                sum = sum * 10 + Int64(digit)
            }
            return sum
        }
        func skip(_ character: Unicode.Scalar) -> Bool { rest.popFirst() == UInt8(ascii: character) }
        let isNegative = rest.first == UInt8(ascii: "-")
        let isLong = isNegative || rest.first == UInt8(ascii: "+")
        if isLong { rest.removeFirst() }
        let hasZero = rest.first == UInt8(ascii: "0")
        let digits = rest.prefix { $0 != UInt8(ascii: "-") }.count
        guard digits <= 12, let magnitude = number(digits), skip("-"), let month = number(2), skip("-"),
            let day = number(2), skip("T"), let hour = number(2), skip(":"), let minute = number(2), skip(":"),
            let second = number(2), skip("."), let millisecond = number(3), skip("Z"), rest.isEmpty
        else { return nil }
        // The number of digits and the sign must be the ones that are written.
        guard isLong ? digits == 6 || digits > 6 && !hasZero : digits == 4 else { return nil }
        guard !isLong || (isNegative ? magnitude > 0 : magnitude > 9_999) else { return nil }
        guard hour < 24, minute < 60, second < 60 else { return nil }
        let date = CivilDate(year: isNegative ? -magnitude : magnitude, month: Int(month), day: Int(day))
        // Count from the nearer end of the day, so that the first possible day does not overflow.
        let inDay = ((hour * 60 + minute) * 60 + second) * 1_000 + millisecond
        let days = date.daysSince1970
        // Reject days that do not exist, such as February 31.
        guard CivilDate(daysSince1970: days) == date else { return nil }
        let (milliseconds, overflows) =
            (days < 0 ? days + 1 : days).multipliedReportingOverflow(by: Self.millisecondsPerDay)
        let (sum, overflowsToo) = milliseconds.addingReportingOverflow(
            days < 0 ? inDay - Self.millisecondsPerDay : inDay)
        guard !overflows && !overflowsToo else { return nil }
        self.init(millisecondsSince1970: sum)
    }
}

/// A day of the proleptic Gregorian calendar. Internally years begin in March, so that the leap day is the last.
private struct CivilDate: Equatable {
    var year: Int64
    var month: Int
    var day: Int

    init(year: Int64, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    private static let daysPerEra: Int64 = 146_097
    private static let daysFromYearZero: Int64 = 719_468

    init(daysSince1970: Int64) {
        let days = daysSince1970 + Self.daysFromYearZero
        let era = days.flooredQuotient(Self.daysPerEra)
        let dayOfEra = days - era * Self.daysPerEra
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
        month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    var daysSince1970: Int64 {
        let fromMarch = month <= 2 ? year - 1 : year
        let era = fromMarch.flooredQuotient(400)
        let yearOfEra = fromMarch - era * 400
        let dayOfYear = Int64((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1)
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * Self.daysPerEra + dayOfEra - Self.daysFromYearZero
    }
}

extension Int64 {
    fileprivate func flooredQuotient(_ divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
