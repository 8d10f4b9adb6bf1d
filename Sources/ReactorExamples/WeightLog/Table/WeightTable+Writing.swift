extension WeightTable {
    /// The rows of a log as CSV, in kilograms to the gram: importing it gives the same weights.
    static func csv(of records: [WeightRecord]) -> String {
        var text = "date,weight,unit\n"
        for record in records {
            text += "\(record.reading.day),\(record.reading.weight.text(in: .kilograms)),kg\n"
        }
        return text
    }
}
