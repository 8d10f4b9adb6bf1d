import Testing

@testable import ReactorOffline
@testable import ReactorServices

@Suite("What a queue of changes says")
struct ChangeQueueErrorTests {
    @Test("Each error says what was wrong and what to do")
    func errors() {
        #expect(
            ChangeQueueError.duplicateID("x").description
                == "The queue has a change \"x\" already. Give each change an id of its own.")
        #expect(
            ChangeQueueError.unusableID("a\nb").description
                == "\"a\\nb\" cannot be the id of a change: it is sent in a header field. Use letters, digits and signs "
                + "of ASCII, without blanks and slashes, at least one.")
        #expect(
            ChangeQueueError.unkeepable("x", reason: "Why.").description
                == "The change \"x\" cannot be kept, and was not taken: Why.")
        #expect(
            Errors.tooLong(bytes: 9, limit: 8)
                == "it has 9 bytes, and 8 are the journal's limit. Keep large data in a file, and its path in the change."
        )
        #expect(
            ChangeQueueError.unknownChange("x").description
                == "The queue has no change \"x\" to do this with. Only a refused one can be retried or edited, and one that "
                + "was sent cannot be dropped.")
        #expect(
            ChangeQueueError.sending("x").description
                == "A step of the change \"x\" is on its way, and may have arrived. Drop it when it has been answered, or "
                + "push another change that undoes it.")
        #expect(
            ChangeQueueError.journalEnded(reason: "Full.").description
                == "The queue's journal could not be written, so nothing is taken or sent any more: Full. Make room, and "
                + "open the queue again; what was acknowledged before is kept.")
        #expect(
            ChangeQueueError.otherAccount(kept: "anna", given: "bert").description
                == "The journal keeps changes of the account \"anna\", and the queue was opened for \"bert\". Give each "
                + "account a folder of its own, or sign \"anna\" out with .drop.")
        #expect(
            ChangeQueueError.otherAccount(kept: "anna", given: nil).description
                == "The journal keeps changes of the account \"anna\", and the queue was opened for no account. Give each "
                + "account a folder of its own, or sign \"anna\" out with .drop.")
        #expect(
            ChangeQueueError.closed.description
                == "The queue was closed. Open it again; what was acknowledged before is kept.")
    }

    @Test("A refusal says which step, with what, and what can be done")
    func refusals() {
        #expect(
            ChangeRefusal(step: "put", status: 422, code: "tooHeavy", message: "Too heavy").description
                == "The step \"put\" was refused (422, code \"tooHeavy\"): Too heavy. Edit the change, retry it, or drop it."
        )
        #expect(
            ChangeRefusal(step: nil).description == "The change was refused. Edit the change, retry it, or drop it.")
    }
}
