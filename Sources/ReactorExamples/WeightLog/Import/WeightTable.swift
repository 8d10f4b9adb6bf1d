/// The weights of a CSV table: a day and kilograms in each line, below an optional line with the names of the columns.
struct WeightTable {
    private(set) var readings: [Reading] = []
    private(set) var badRows: [(line: Int, fault: String)] = []

    private static let header = "date,kilograms"

    /// - Parameter bytes: The content of the file, in UTF-8.
    init(_ bytes: [UInt8]) {
        for (index, bytes) in bytes.split(separator: 10, omittingEmptySubsequences: false).enumerated() {
            let line = String(decoding: bytes, as: UTF8.self).trimmed
            if line.isEmpty || index == 0 && line == Self.header { continue }
            let cells = line.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmed }
            guard cells.count == 2 else {
                badRows.append((index + 1, "'\(line.excerpt)' is not a day and a weight; write 2026-01-02,81.4"))
                continue
            }
            do throws(ReadingError) {
                readings.append(Reading(day: try Day(parsing: cells[0]), weight: try Weight(parsing: cells[1])))
            } catch {
                badRows.append((index + 1, error.description))
            }
        }
    }

    /// The records of a log as a table, to the gram: importing it gives the same weights.
    static func csv(of records: [WeightRecord]) -> String {
        "\(header)\n" + records.map { "\($0.reading.day),\($0.reading.weight.text)\n" }.joined()
    }
}
