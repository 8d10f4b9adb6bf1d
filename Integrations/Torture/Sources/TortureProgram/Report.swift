import ReactorRecording
import Torture

/// The results of one client.
struct Report {
    let judged: PlayVerb.Judged
    /// Of many histories.
    var scores: [Score] = []
    var findings: [Finding] = []
    /// The results of single histories.
    var plays: [Play] = []

    struct Play {
        let name: String
        let history: History
        let outcome: Player.Outcome
    }

    var isBroken: Bool { scores.contains { $0.failed > 0 } || plays.contains { $0.outcome.failure != nil } }
    var isFailure: Bool { judged.mustHold && isBroken }
    /// The number of failures of each rule.
    var rules: [(rule: Rule, count: Int)] {
        var counts: [Rule: Int] = [:]
        for score in scores { counts.merge(score.failures, uniquingKeysWith: +) }
        return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

extension [Report] {
    // MARK: Text

    var text: String {
        var lines: [String] = []
        if let first = first?.scores.first, first.played > 0 { lines += table(first.played) + [""] }
        for report in self {
            for finding in report.findings { lines += report.lines(of: finding) + [""] }
            for play in report.plays { lines += report.lines(of: play) + [""] }
        }
        return lines.dropLast().joined(separator: "\n")
    }

    private func table(_ played: Int) -> [String] {
        let levels = self[0].scores.map(\.level)
        let width = Swift.max(10, (map { $0.judged.name.count }.max() ?? 0) + 1)
        var lines = [
            "Histories that break a rule, of \(played) at each level:", "",
            "level".padded(to: width) + levels.map { "\($0.rawValue)".aligned(to: 9) }.joined() + "   rules",
        ]
        for report in self {
            let cells = report.scores.map { $0.share.aligned(to: 9) }.joined()
            let rules = report.rules.map { "\($0.rule.rawValue) \($0.count)" }.joined(separator: ", ")
            let line = report.judged.name.padded(to: width) + cells + (rules.isEmpty ? "" : "   \(rules)")
            lines.append(line)
        }
        lines.append("")
        lines += map { "\($0.judged.name.padded(to: width))\($0.judged.summary)" }
        let broken = Set(flatMap { $0.rules.map(\.rule) }).sorted()
        if !broken.isEmpty { lines.append("") }
        lines += broken.map { "\($0.rawValue.padded(to: width))\($0.sentence)" }
        return lines
    }

    // MARK: JSON

    var json: JSON { ["clients": .array(map(\.json))] }
}

extension Score {
    fileprivate var share: String {
        guard failed > 0 else { return "0" }
        // Rounded up: a value above zero never looks like zero.
        let hundredths = (failed * 10_000 + played - 1) / played
        let fraction = hundredths % 100
        return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) %"
    }
}

extension Report {
    fileprivate func lines(of finding: Finding) -> [String] {
        let rule = finding.failure.rule
        let steps = "\(finding.history.steps.count) steps"
        let origin =
            if let level = finding.level, let seed = finding.seed {
                " (of level \(level.rawValue), seed \(seed))"
            } else { "" }
        return ["\(judged.name) breaks \(rule.rawValue): \(rule.sentence)"]
            + ["The shortest history that was found has \(steps)\(origin).", ""]
            + lines(of: finding.failure, finding.moments) + ["", "The history, for 'torture play FILE':"]
            + finding.history.lines.map { "  \($0)" }
    }

    fileprivate func lines(of play: Play) -> [String] {
        guard let failure = play.outcome.failure else {
            return ["\(judged.name) breaks no rule in \(play.name).", ""] + lines(of: play.outcome.moments)
        }
        let rule = failure.rule
        return [
            "\(judged.name) breaks \(rule.rawValue) in \(play.name): \(rule.sentence)", "",
        ] + lines(of: failure, play.outcome.moments)
    }

    private func lines(of failure: Failure, _ moments: [Moment]) -> [String] {
        let violation = failure.violation
        let shown = violation.shown.map(\.description) ?? "no \(violation.id)"
        let truth = violation.truth.map(\.description) ?? "no \(violation.id)"
        return lines(of: moments) + ["", "It shows \(shown). The server has \(truth)."]
    }

    private func lines(of moments: [Moment]) -> [String] {
        var lines: [String] = []
        var isOver = false
        for (index, moment) in moments.enumerated() {
            if moment.step == nil && !isOver {
                isOver = true
                lines.append("  and the rest arrives:")
            }
            let number = moment.step.map { $0 > 0 ? "\($0)" : "" } ?? ""
            lines.append("\(number.aligned(to: 4))  \(moment.happened)")
            for line in moment.consequences(after: index > 0 ? moments[index - 1] : nil) {
                lines.append("          \(line)")
            }
        }
        return lines
    }

    fileprivate var json: JSON {
        var object = JSON.Object()
        object["client"] = .string(judged.name)
        object["summary"] = .string(judged.summary)
        if !scores.isEmpty { object["levels"] = .array(scores.map(\.json)) }
        if !findings.isEmpty { object["shortest"] = .array(findings.map(\.json)) }
        if !plays.isEmpty { object["histories"] = .array(plays.map(\.json)) }
        return .object(object)
    }
}

extension Moment {
    /// The next action of the client, in few words.
    fileprivate func consequences(after before: Moment?) -> [String] {
        var lines: [String] = []
        if reply.show != before?.reply.show {
            let rows = reply.show.map(\.description).joined(separator: ", ")
            lines.append("shows \(rows.isEmpty ? "nothing" : rows)\(isPartial ? ", in the middle of its work" : "")")
        }
        if !reply.send.isEmpty { lines.append("sends \(reply.send.map(\.name).joined(separator: ", "))") }
        if !reply.cancel.isEmpty { lines.append("gives up \(reply.cancel.joined(separator: ", "))") }
        return lines
    }
}

extension Score {
    fileprivate var json: JSON {
        var rules = JSON.Object()
        for (rule, count) in failures.sorted(by: { $0.key < $1.key }) {
            rules[rule.rawValue] = .number(JSON.Number(count))
        }
        return [
            "level": .number(JSON.Number(level.rawValue)), "played": .number(JSON.Number(played)),
            "failed": .number(JSON.Number(failed)), "rules": .object(rules),
        ]
    }
}

extension Finding {
    fileprivate var json: JSON {
        var object = failure.members
        if let level { object["level"] = .number(JSON.Number(level.rawValue)) }
        if let seed { object["seed"] = .number(JSON.Number(seed)) }
        object["history"] = .string(history.text)
        object["moments"] = .array(moments.map(\.json))
        return .object(object)
    }
}

extension Failure {
    fileprivate var members: JSON.Object {
        var object = JSON.Object()
        object["rule"] = .string(rule.rawValue)
        object["sentence"] = .string(rule.sentence)
        if let step { object["step"] = .number(JSON.Number(step)) }
        object["row"] = .string(violation.id)
        object["shown"] = violation.shown?.json ?? .null
        object["truth"] = violation.truth?.json ?? .null
        return object
    }
}

extension Report.Play {
    fileprivate var json: JSON {
        var object = outcome.failure?.members ?? JSON.Object()
        object["name"] = .string(name)
        object["holds"] = .bool(outcome.failure == nil)
        object["moments"] = .array(outcome.moments.map(\.json))
        return .object(object)
    }
}

extension Moment {
    fileprivate var json: JSON {
        var object = JSON.Object()
        if let step { object["step"] = .number(JSON.Number(step)) }
        object["happened"] = .string(happened)
        object["reply"] = reply.json
        return .object(object)
    }
}
