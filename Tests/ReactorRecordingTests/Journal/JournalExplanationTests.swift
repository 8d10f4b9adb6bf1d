import Reactor
import ReactorRecording
import Testing

@Suite("Messages about a journal for the user")
struct JournalExplanationTests {
    @Test(
        "Every message has an English text, for problems that the user can fix",
        arguments: [
            (.locked(folder: "f", pid: 1, waited: .zero), "recording.inUse"),
            (.otherFormat(file: "f", format: 9), "recording.newer"),
            (.otherFormat(file: "f", format: 3), "recording.unreadable"),
            (.newerStep(file: "f", line: 2, name: "dance"), "recording.newer"),
            (.ended(seq: 1, reason: "r"), "recording.notSaved"),
            (.lostSegment(folder: "f", file: "s"), "recording.unreadable"), (.closed, "error.unexpected"),
        ] as [(JournalError, String)])
    func explained(error: JournalError, key: String) {
        let message = error.explanation
        #expect(message.key == key)
        #expect(UserMessage.english[key] != nil)
        #expect(message.recovery.flatMap { UserMessage.english[$0] } != nil)
    }
}
