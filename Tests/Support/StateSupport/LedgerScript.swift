import ReactorState
import ReactorTestSupport

/// A list of steps, and their distribution over drains.
struct LedgerScript: Equatable {
    enum Drains { case eachStep, marked }

    var steps: [LedgerStep]
    var drains: Drains
}

/// The first step after which a subject shows something else than the model.
struct LedgerDifference: CustomStringConvertible {
    var script: LedgerScript
    var step: Int
    var expected: LedgerSight
    var found: LedgerSight

    var description: String {
        let lines = script.steps.enumerated().map { "\($0.offset == step ? ">" : " ") \($0.element)" }
        return """
            \(lines.joined(separator: "\n"))
            drains: \(script.drains)
            expected \(expected)
            found    \(found)
            """
    }
}

extension LedgerScript {
    /// Runs the script on the subject and the model side by side, and compares them after every step.
    func difference<Subject: LedgerSubject>(of _: Subject.Type) -> LedgerDifference? {
        var model = NaiveLedger()
        var subject = Subject()
        for (index, step) in steps.enumerated() {
            model.perform(step)
            subject.perform(step)
            if drains == .eachStep { subject.endDrain() }
            let expected = model.sight
            let found = subject.sight
            guard expected == found else {
                return LedgerDifference(script: self, step: index, expected: expected, found: found)
            }
        }
        return nil
    }

    /// The shortest script found that still shows a difference, which is at its last step; nil if this script shows none.
    func shrunk<Subject: LedgerSubject>(for subject: Subject.Type) -> LedgerDifference? {
        func find(_ steps: [LedgerStep]) -> LedgerDifference? {
            LedgerScript(steps: steps, drains: drains).difference(of: subject)
        }
        guard let difference = find(steps) else { return nil }
        return shortened(Array(steps[...difference.step]), showing: difference, find: find).difference
    }
}
