/// A vertical axis whose marks are round numbers and stand on whole rows.
struct ValueAxis: Equatable {
    /// The highest mark, in steps from zero.
    let top: Int
    let bottom: Int
    /// Tenths between two marks.
    let stepTenths: Int
    let rowsPerStep: Int

    /// The axis that shows `range` in at most `rows` rows.
    init(showing range: ClosedRange<Double>, rows: Int) {
        let mostSteps = max(1, (rows - 1) / 2)
        var chosen = (top: 1, bottom: 0, step: 1)
        for step in ValueAxis.roundSteps {
            let size = Double(step) / 10
            var top = Int((range.upperBound / size - 0.000_001).rounded(.up))
            var bottom = Int((range.lowerBound / size + 0.000_001).rounded(.down))
            if top == bottom { (top, bottom) = (top + 1, bottom - 1) }
            chosen = (top, bottom, step)
            if top - bottom <= mostSteps { break }
        }
        (top, bottom, stepTenths) = (chosen.top, chosen.bottom, chosen.step)
        rowsPerStep = max(1, (rows - 1) / (top - bottom))
    }

    var rows: Int { (top - bottom) * rowsPerStep + 1 }

    /// The row of a value, counted from the top.
    func row(of value: Double) -> Int {
        let stepsFromTop = Double(top) - value * 10 / Double(stepTenths)
        return min(max(Int((stepsFromTop * Double(rowsPerStep)).rounded()), 0), rows - 1)
    }

    /// The number that stands beside a row, nil between two marks.
    func label(ofRow row: Int) -> String? {
        guard row % rowsPerStep == 0 else { return nil }
        let tenths = (top - row / rowsPerStep) * stepTenths
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static let roundSteps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000]
}
