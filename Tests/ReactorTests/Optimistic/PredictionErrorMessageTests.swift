import Testing

@testable import Reactor

@Suite("Wording about predictions")
struct PredictionErrorMessageTests {
    private let site = CallSite("App/List.swift", 12)

    @Test("Every refusal of the ledger says what was wrong and what to do, and where it was called when that is known")
    func refusals() {
        let sentences: [(LedgerRefusal, String)] = [
            (.alreadyBegun(PredictionID(3)), "prediction 3 is pending already. Begin each prediction once."),
            (
                .alreadySettled(PredictionID(3)),
                "prediction 3 was settled before, and this settlement is refused. Settle each prediction once."
            ),
            (
                .neverBegun(PredictionID(3)),
                "prediction 3 was never begun on this core. Settle a prediction on the core that began it."
            ),
            (.alreadyMarked(MarkID(4)), "mark 4 is held already. Take each mark once."),
            (
                .markAlreadyUsed(MarkID(4)),
                "mark 4 was used or released before, and what was to be placed there is refused. Take a mark for each "
                    + "read."
            ),
            (.neverMarked(MarkID(4)), "mark 4 was never taken on this core. Use a mark on the core that took it."),
            (
                .resetOutOfPlace("Reset<Form>"),
                "Reset<Form> cannot be predicted, committed with, or placed: it cancels what runs in its scope, and "
                    + "that cannot be taken back. Fire it plainly. What came with it was refused too."
            ),
        ]
        for (refusal, sentence) in sentences {
            #expect("\(refusal)" == sentence)
            #expect("\(Report.ledgerRefused("\(refusal)", at: site))" == "\(sentence) Called at App/List.swift:12.")
            #expect("\(Report.ledgerRefused("\(refusal)", at: nil))" == sentence)
        }
    }

    @Test("A prediction that was released unsettled is said with the place where it was begun")
    func released() {
        #expect(
            "\(Report.predictionReleased(PredictionID(3), begun: site))"
                == "prediction 3, begun at App/List.swift:12, was released unsettled and is rolled back. Hold it until "
                + "you call commit or rollback, or use optimistically(_:perform:onFailure:), which settles by itself.")
    }

    @Test("A Reset that was predicted is said as the refusal of the ledger is")
    func resets() {
        #expect("\(Report.resetPredicted("Reset<Form>"))" == "\(LedgerRefusal.resetOutOfPlace("Reset<Form>"))")
    }

    @Test("What was refused with a prediction is said with its type")
    func refusedByLedger() {
        #expect(
            "\(Refusal(type: "WeightSaved", reason: .ledger, cause: nil))"
                == "WeightSaved was refused: the prediction it belongs to was refused, withdrawn or settled before, its "
                + "mark was used, or something that came with it was refused.")
    }
}
