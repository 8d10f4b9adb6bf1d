/// A record that a person names by its number or by its date.
struct Selection {
    let text: String
    let verb: String

    /// The one record that is meant. A date with several weights names none of them.
    func record(in book: WeightBook, today: Day) throws -> WeightRecord {
        if text.utf8.allSatisfy({ (48...57).contains($0) }) {
            guard let id = Int(text), let record = book[id] else { throw SelectionError.noSuchNumber(text) }
            return record
        }
        guard text.contains("-") || ["today", "yesterday"].contains(text.lowercased()) else {
            throw SelectionError.notARecord(text)
        }
        let day = try Day(argument: text, today: today)
        let found = book.records.filter { $0.reading.day == day }
        guard let record = found.first else { throw SelectionError.nothingOnDay(day) }
        guard found.count == 1 else { throw SelectionError.severalOnDay(day, found, verb: verb) }
        return record
    }
}
