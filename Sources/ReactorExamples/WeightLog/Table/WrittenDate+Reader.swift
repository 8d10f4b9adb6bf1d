extension WrittenDate {
    /// Goes over the characters of a date from left to right.
    struct Reader {
        enum Zone { case none, greenwich, named }

        private let characters: [Character]
        private var place = 0

        init(_ text: String) {
            characters = text.lowercased().map { $0.isWhitespace ? " " : $0 }
            skip { $0 == " " }
        }

        var isAtEnd: Bool { place == characters.count }

        /// The text, when it is one number and nothing else.
        var onlyNumber: String? {
            let rest = String(characters[place...])
            return rest.utf8.allSatisfy { (48...57).contains($0) } && !rest.isEmpty ? rest : nil
        }

        /// The day and the seconds since midnight, when the text is a spreadsheet's number for both: `45353.3013888`.
        var serialWithTime: (day: Int, time: Int)? {
            let parts = String(characters[place...]).split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
            guard parts.count == 2, parts[0].utf8.count == 5, let day = Int(parts[0]), !parts[1].isEmpty,
                parts[1].utf8.allSatisfy({ (48...57).contains($0) }), WrittenDate.serialDays.contains(day),
                let fraction = Double("0.\(parts[1])")
            else { return nil }
            return (day, Int(fraction * 86_400))
        }

        var startsWithTime: Bool {
            var ahead = self
            return ahead.time() != nil
        }

        private var next: Character? { place < characters.count ? characters[place] : nil }

        private mutating func skip(_ isSkipped: (Character) -> Bool) {
            while let character = next, isSkipped(character) { place += 1 }
        }

        private mutating func number() -> (value: Int, digits: Int)? {
            let start = place
            skip { $0.isASCII && $0.isNumber }
            guard place > start, place - start <= 9 else { return nil }
            return Int(String(characters[start..<place])).map { ($0, place - start) }
        }

        private mutating func word() -> String {
            let start = place
            skip { $0.isLetter }
            return String(characters[start..<place])
        }

        /// Three numbers with the same mark between them, after a weekday or without.
        mutating func numericDate() -> (parts: [(value: Int, digits: Int)], separator: Character)? {
            let start = place
            if Names.weekdays.contains(word()) { skip { " ,.".contains($0) } } else { place = start }
            guard let first = number(), let separator = next, "-/.".contains(separator) else { return back(to: start) }
            var parts = [first]
            for _ in 0..<2 {
                guard next == separator else { return back(to: start) }
                place += 1
                if separator == "." { skip { $0 == " " } }
                guard let part = number() else { return back(to: start) }
                parts.append(part)
            }
            if separator == ".", next == "." { place += 1 }
            return (parts, separator)
        }

        private mutating func back<Value>(to start: Int) -> Value? {
            place = start
            return nil
        }

        /// A date whose month is a word: `Jan 2, 2026`, `Fri, 2 January 2026`, `2. Januar 2026`.
        mutating func namedDate() -> (year: Int, month: Int, day: Int)? {
            var (year, month, day): (Int?, Int?, Int?)
            while year == nil || month == nil || day == nil {
                skip { " ,.-/".contains($0) }
                if let number = number() {
                    if number.digits == 4, year == nil {
                        year = number.value
                    } else if number.digits <= 2, day == nil {
                        day = number.value
                        let ordinal = place
                        if !["st", "nd", "rd", "th"].contains(word()) { place = ordinal }
                    } else {
                        return nil
                    }
                    continue
                }
                let word = word()
                guard !word.isEmpty else { return nil }
                if let named = Names.months[word], month == nil {
                    month = named
                } else if !Names.weekdays.contains(word) || month != nil || day != nil {
                    return nil
                }
            }
            guard let year, let month, let day else { return nil }
            return (year, month, day)
        }

        /// What stands between a date and its time.
        mutating func skipBetween() {
            skip { " ,".contains($0) }
            let start = place
            let word = word()
            if ["t", "at", "um"].contains(word) { skip { $0 == " " } } else { place = start }
        }

        /// Seconds since midnight: `7:12`, `07:12:33.118`, `9:00 PM`.
        mutating func time() -> Int? {
            guard let hour = number(), hour.digits <= 2, next == ":" else { return nil }
            place += 1
            guard let minute = number(), minute.digits == 2, minute.value < 60 else { return nil }
            var second = 0
            if next == ":" {
                place += 1
                guard let value = number(), value.digits == 2, value.value < 61 else { return nil }
                second = value.value
                if next == "." || next == "," {
                    place += 1
                    guard number() != nil else { return nil }
                }
            }
            guard let hour = onTwelve(hour.value), hour < 24 else { return nil }
            return hour * 3_600 + minute.value * 60 + second
        }

        private mutating func onTwelve(_ hour: Int) -> Int? {
            let start = place
            skip { $0 == " " }
            let mark = String(characters[place...].prefix(4))
            for (name, isAfternoon) in [("a.m.", false), ("p.m.", true), ("am", false), ("pm", true)] {
                guard mark.hasPrefix(name) else { continue }
                place += name.count
                guard (1...12).contains(hour) else { return nil }
                return hour % 12 + (isAfternoon ? 12 : 0)
            }
            place = start
            return hour
        }

        /// The zone at the end: none, Greenwich, or another, in which day and time are as written. Nil when something else
        /// stands there.
        mutating func zone() -> Zone? {
            skip { $0 == " " }
            guard !isAtEnd else { return Zone.none }
            let name = word()
            guard ["", "z", "utc", "gmt"].contains(name) else { return nil }
            if isAtEnd { return .greenwich }
            guard let sign = next, "+-−".contains(sign) else { return nil }
            place += 1
            guard let hours = number() else { return nil }
            if next == ":", hours.digits <= 2 {
                place += 1
                guard number()?.digits == 2 else { return nil }
            }
            return isAtEnd ? .named : nil
        }
    }

    /// Names of months and weekdays, in English and German.
    private enum Names {
        static let months: [String: Int] = {
            let names: [[String]] = [
                ["january", "jan", "januar", "jänner", "jän"], ["february", "feb", "februar"],
                ["march", "mar", "märz", "mär", "mrz"], ["april", "apr"], ["may", "mai"], ["june", "jun", "juni"],
                ["july", "jul", "juli"], ["august", "aug"], ["september", "sep", "sept"],
                ["october", "oct", "oktober", "okt"], ["november", "nov"], ["december", "dec", "dezember", "dez"],
            ]
            return Dictionary(
                names.enumerated().flatMap { index, names in names.map { ($0, index + 1) } }
            ) { first, _ in first }
        }()

        static let weekdays: Set<String> = [
            "monday", "mon", "tuesday", "tue", "tues", "wednesday", "wed", "thursday", "thu", "thur", "thurs",
            "friday", "fri", "saturday", "sat", "sunday", "sun", "montag", "mo", "dienstag", "di", "mittwoch", "mi",
            "donnerstag", "do", "freitag", "fr", "samstag", "sonnabend", "sa", "sonntag", "so",
        ]
    }
}
