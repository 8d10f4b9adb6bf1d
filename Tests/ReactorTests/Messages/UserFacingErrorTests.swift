import Foundation
import ReactorTesting
import Testing

@testable import Reactor

@Suite("An error for the user")
struct UserFacingErrorTests {
    struct Reloaded: Event, Codable, Equatable {}

    struct Full: ExplainedError, CustomStringConvertible {
        let description = "disk 3 of host db-7 is full"
        let explanation = UserMessage("disk.full", [3, "db", 1.5], recovery: "disk.clear")
    }

    private func ended(_ outcome: CommandOutcome) -> CommandEnded {
        CommandEnded(launch: 1, id: "reload", command: "Reload", outcome: outcome)
    }

    @Test("An explained error is shown with its explanation and its retry action")
    func explained() throws {
        let error = try #require(UserFacingError(ended(.failed(Full())), retry: Reloaded()))
        #expect(error.message == UserMessage("disk.full", [3, "db", 1.5], recovery: "disk.clear"))
        #expect(error.retry == Reloaded())
        #expect(error.diagnostic == "disk 3 of host db-7 is full")
    }

    @Test("A canceled operation is not shown", arguments: [CommandOutcome.finished, .cancelled, .dropped])
    func cancelled(outcome: CommandOutcome) {
        #expect(UserFacingError<Never>(ended(outcome)) == nil)
        #expect(UserFacingError<Never>(CancellationError()) == nil)
    }

    @Test("A command that timed out is explained as such, through a core")
    func timedOut() async throws {
        struct Screen: State {
            var error: UserFacingError<Reloaded>?
            mutating func react(to event: any Event) {
                if let event = event as? CommandEnded { error = UserFacingError(event, retry: Reloaded()) }
            }
        }
        let core = Core(state: Screen())
        core.perform(options: CommandOptions(timeout: .zero)) { _ in
            try await TestGate<Void>(heedsCancellation: true).wait()
        }
        await core.idle()
        let error = await core.state.error
        #expect(error?.message == UserMessage("command.timedOut", recovery: "recovery.later"))
        await core.close()
    }

    @Test("It is encoded and decoded, each argument with its type")
    func coding() throws {
        let error = UserFacingError(
            UserMessage("a", ["1", 1, 1.0], recovery: nil), retry: Reloaded(), diagnostic: "d")
        let data = try JSONEncoder().encode(error)
        #expect(try JSONDecoder().decode(UserFacingError<Reloaded>.self, from: data) == error)
        #expect(String(decoding: data, as: UTF8.self).contains(#"{"text":"1"}"#))
    }

    @Test("Every key that this module uses has its English, in the dictionary of all modules")
    func english() {
        let timedOut = CommandTimedOut(command: "Reload", timeout: .zero)
        for message in [UserMessage.unexpected, timedOut.explanation] {
            #expect(UserMessage.english[message.key] != nil)
            #expect(message.recovery.map { UserMessage.english[$0] != nil } ?? true)
        }
        #expect(UserMessage.english["error.unexpected"] == "Something went wrong.")
    }
}
