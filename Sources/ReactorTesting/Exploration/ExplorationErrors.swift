extension Errors {
    /// An event of an exploration has to be compared and is not `Hashable`.
    static func unhashableEvent(_ type: String) -> String {
        "\(type) stands above a prediction or a read, where an exploration has to tell one event from another, and is not "
            + "Hashable. "
            + "Declare it: struct \(type): Event, Hashable."
    }

    /// What an exploration has seen, at the end of its check.
    static func explored(_ report: ExplorationReport) -> String {
        let rest = report.isComplete ? "these are all there are" : "there are more"
        return "\(report.states) states in up to \(report.depth) steps; \(rest)"
    }

    /// An exploration has come to a state that breaks an invariant.
    static func explorationBroke(
        _ invariant: String, at site: String, steps: [String], state: String, _ report: ExplorationReport
    ) -> String {
        let count = steps.count == 1 ? "1 step breaks" : "\(steps.count) steps break"
        let way =
            steps.isEmpty
            ? "the first state breaks it" : "\(count) it, and no fewer do; \(report.states) states were seen"
        let lines = steps.enumerated().map { "\n  \($0.offset + 1). \($0.element)" }.joined()
        return "\(site): '\(invariant)' does not hold: \(way)\(lines)\nthe state: \(state)"
    }

    /// Behind an order that breaks an invariant: where the test of it is.
    static func explorationWritten(_ path: String) -> String { "\na test that shows it: \(path)" }

    /// Behind an order that breaks an invariant: its test, which cannot be written.
    static func explorationUnwritten(_ test: String, to path: String, _ reason: String) -> String {
        "\na test that shows it cannot be written to \(path): \(reason)\nName a file in a folder that is there and can be "
            + "written, or copy the test from here:\n\n\(test)"
    }

    /// `sometimes` of an exploration names a state that no order has come to.
    static func explorationMissed(_ goals: [String], at site: String, _ report: ExplorationReport) -> String {
        "\(site): no order comes to: \(goals.joined(separator: "; ")). Seen: \(report). "
            + "\(report.isComplete ? "Offer" : "Explore deeper, or offer") a step that leads there."
    }

    /// The steps of an order, one a line.
    static func fires(_ event: String) -> String { "fire \(event)" }
    static func places(_ event: String) -> String { "the server says \(event)" }
    static func predicts(_ event: String, _ number: Int) -> String { "predict \(event), as prediction \(number)" }
    static func commits(_ number: Int, with answer: [String]?) -> String {
        let events = answer.map { $0.isEmpty ? "nothing" : $0.joined(separator: ", ") }
        return "commit prediction \(number)" + (events.map { " with \($0)" } ?? "")
    }
    static func rollsBack(_ number: Int) -> String { "roll back prediction \(number)" }
    static func reads(_ number: Int) -> String { "read \(number) begins" }
    static func answers(_ number: Int, _ event: String) -> String {
        "the answer of read \(number) lands where it began: \(event)"
    }
}
