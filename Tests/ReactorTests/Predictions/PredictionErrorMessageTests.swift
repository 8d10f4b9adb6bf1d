import Testing

@testable import Reactor

@Suite("Wording about predictions")
struct PredictionErrorMessageTests {
    private let site = CallSite("App/List.swift", 12)

    @Test("A refusal of the ledger is said with the place of the call when that is known")
    func refusals() {
        let sentence = "\(LedgerRefusal.neverMarked(MarkID(4)))"
        #expect("\(Report.Subject.ledgerRefused(sentence, at: site))" == "\(sentence) Called at App/List.swift:12.")
        #expect("\(Report.Subject.ledgerRefused(sentence, at: nil))" == sentence)
    }

    @Test("A prediction that was released unresolved is said with the place where it was begun")
    func released() {
        #expect(
            "\(Report.Subject.predictionReleased(PredictionID(3), begun: site))"
                == "prediction 3, begun at App/List.swift:12, was released unresolved and is rolled back. Hold it until "
                + "you call commit or rollback, or use optimistically(_:perform:onFailure:), which resolves it by itself."
        )
    }

    @Test("A plain commit of a change to a server's rows is said with the place of the commit")
    func committedWithoutVersion() {
        let said = "\(Report.Subject.committedWithoutVersion(PredictionID(3), at: site))"
        #expect(
            said
                == "prediction 3, committed at App/List.swift:12, changed rows of ServerRows and gave them no version: what "
                + "the server said before can still overwrite them. Commit with the event that brings the server's answer: "
                + ".commit(with: [...]).")
    }

    @Test("A Reset that was predicted is said as the refusal of the ledger is")
    func resets() {
        #expect("\(Report.Subject.resetPredicted("Reset<Form>"))" == "\(LedgerRefusal.resetOutOfPlace("Reset<Form>"))")
    }

    @Test("What was refused with a prediction is said with its type")
    func refusedByLedger() {
        #expect(
            "\(Refusal(type: "WeightSaved", reason: .ledger, cause: nil))"
                == "WeightSaved was refused: the prediction it belongs to was refused, rolled back or resolved before, "
                + "its mark was used, or something that came with it was refused.")
    }

    @Test("What is done in the middle of an event, without end, or at a closed core")
    func misuse() {
        #expect(
            "\(Report.Subject.firedInsideReact("Noted"))"
                == "Noted was fired inside react(to:), or in a deinit that it brought about. It is applied later, but a "
                + "replay would fire it again. Fire it from a command, a reaction (On, While, For) or a subscriber.")
        #expect(
            Errors.readInsideReact
                == "Reactor: the state was asked for inside react(to:), or in a deinit that it brought about: the event "
                + "is applied in part, and there is no whole state. Hand react(to:) what it needs in the event, and read "
                + "after it returned.")
        #expect(
            "\(Report.Subject.endlessCascade("Noted", generations: 10_000))"
                == "Noted has brought itself about 10000 times in a row: a subscriber that fires in its update, or a "
                + "reaction whose command fires its trigger. Let it fire only when something is still to be done.")
        let refusal = Refusal(type: "Noted", reason: .closed, cause: nil)
        #expect(
            "\(Report.Subject.refusedOften(refusal, count: 7))"
                == "\(refusal) That was the first of 7 refusals, which core.counts contains.")
    }
}
