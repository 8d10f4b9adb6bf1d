import Testing

@testable import ReactorState

@Suite("What ReactorState says to a programmer")
struct ErrorMessageTests {
    @Test("Of a system without a thread-local key")
    func threadLocalPlace() {
        #expect(
            Errors.noThreadLocalPlace
                == "The system has no thread-local key left (pthread_key_create, pthread_setspecific), and a core "
                + "needs one while a prediction is pending. Free keys that this process made and does not use.")
    }

    @Test("Of an operation that the ledger refused")
    func refusals() {
        let sentences: [(LedgerRefusal, String)] = [
            (.alreadyBegun(PredictionID(3)), "prediction 3 is pending already. Begin each prediction once."),
            (
                .alreadyResolved(PredictionID(3)),
                "prediction 3 was resolved before, and this resolution is refused. Resolve each prediction once."
            ),
            (
                .neverBegun(PredictionID(3)),
                "prediction 3 was never begun on this core. Resolve a prediction on the core that began it."
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
                "Reset<Form> cannot be predicted, committed with, or placed: it cancels what its type owns, and "
                    + "that cannot be rolled back. Fire it plainly. What came with it was refused too."
            ),
        ]
        for (refusal, sentence) in sentences { #expect("\(refusal)" == sentence) }
    }

    @Test("Of assignments whose names do not distinguish them")
    func assignments() {
        #expect(
            Errors.duplicateAssignable("name", of: "Form")
                == "Form.assignables declares the name \"name\" twice. Give every Assignable a name of its own: "
                + "recordings distinguish them by it.")
        #expect(
            Errors.assignmentMismatch("name", found: "Int", expected: "String")
                == "The assignment \"name\" carries a Int, and the state declares a String. Give every Assignable a name "
                + "of its own, and a new name when its type changes.")
    }
}
