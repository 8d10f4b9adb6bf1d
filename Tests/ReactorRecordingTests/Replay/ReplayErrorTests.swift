import Reactor
import Testing

@testable import ReactorRecording

@Suite("The errors of a replay")
struct ReplayErrorTests {
    @Test("A replay that cannot go on has the kind that a program decides by")
    func kinds() {
        func isOf(_ kind: ReplayError.Kind, _ problem: ReplayError.Problem) {
            #expect(ReplayError(problem).kind == kind)
        }
        let journal = JournalError.notJournal(path: "a")
        isOf(.journal, .journal(journal))
        #expect(ReplayError.journal(journal).journal == journal)
        isOf(.catalog, .catalog(CatalogError(.unknownName("a")), seq: 1))
        isOf(.redacted, .redacted(seq: 1))
        isOf(.inconsistent, .outOfSequence(found: 3, expected: 2))
        isOf(.inconsistent, .withoutEvent(seq: 1))
        isOf(.inconsistent, .refused("No.", seq: 1))
        isOf(.inconsistent, .brokenGroup(seq: 1))
        isOf(.impossible, .outOfRange(seq: 9, first: 0, last: 3))
        #expect(ReplayError(.redacted(seq: 1)).journal == nil)
    }
}
