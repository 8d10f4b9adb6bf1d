/// The log as a table to read.
struct ListPage {
    let entries: [WeightEntry]
    let unit: WeightUnit

    var text: String {
        let numbers = entries.map { String($0.id) }
        let weights = entries.map { aligned($0.weight) }
        let numberWidth = max(6, numbers.map(\.count).max() ?? 0)
        let weightWidth = max(6, weights.map(\.count).max() ?? 0)
        var text = "\(padded("number", to: numberWidth))  date        \(padded("weight", to: weightWidth))     status\n"
        for (index, entry) in entries.enumerated() {
            text += "\(padded(numbers[index], to: numberWidth))  \(entry.day)  "
            text += "\(padded(weights[index], to: weightWidth)) \(unit.rawValue)  \(entry.status.rawValue)\n"
        }
        return text
    }

    /// With as many decimals as the weight with most of them needs, so that points stand below one another.
    private func aligned(_ weight: Weight) -> String {
        let text = weight.text(in: unit)
        return text + String(repeating: " ", count: mostDecimals - ListPage.decimals(text))
    }

    private var mostDecimals: Int {
        entries.map { ListPage.decimals($0.weight.text(in: unit)) }.max() ?? 0
    }

    private static func decimals(_ text: String) -> Int {
        text.reversed().prefix { $0 != "." }.count
    }

    private func padded(_ text: String, to width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
