/// The log as a table to read.
struct ListPage {
    let entries: [WeightEntry]
    let unit: WeightUnit

    var text: String {
        let numbers = entries.map { String($0.id) }
        let weights = aligned(entries.map { $0.weight.text(in: unit) })
        let numberWidth = max(6, numbers.map(\.count).max() ?? 0)
        let weightWidth = max(6, weights.map(\.count).max() ?? 0)
        var text = "\(padded("number", to: numberWidth))  date        \(padded("weight", to: weightWidth))     status\n"
        for (index, entry) in entries.enumerated() {
            text += "\(padded(numbers[index], to: numberWidth))  \(entry.day)  "
            text += "\(padded(weights[index], to: weightWidth)) \(unit.rawValue)  \(entry.status.rawValue)\n"
        }
        return text
    }

    /// With spaces for the decimals that others have more, so that points stand below one another.
    private func aligned(_ weights: [String]) -> [String] {
        let most = weights.map(ListPage.decimals).max() ?? 0
        return weights.map { $0 + String(repeating: " ", count: most - ListPage.decimals($0)) }
    }

    private static func decimals(_ text: String) -> Int {
        text.reversed().prefix { $0 != "." }.count
    }

    private func padded(_ text: String, to width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
