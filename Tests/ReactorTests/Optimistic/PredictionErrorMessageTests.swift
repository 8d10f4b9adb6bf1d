import Testing

@testable import Reactor

@Suite("Wording about predictions")
struct PredictionErrorMessageTests {
    private let site = CallSite("App/List.swift", 12)

    @Test("A refusal of the ledger is said with the place of the call when that is known")
    func refusals() {
        let sentence = "\(LedgerRefusal.neverMarked(MarkID(4)))"
        #expect("\(Report.ledgerRefused(sentence, at: site))" == "\(sentence) Called at App/List.swift:12.")
        #expect("\(Report.ledgerRefused(sentence, at: nil))" == sentence)
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
