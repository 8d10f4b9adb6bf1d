import Reactor
import Testing

@testable import ReactorRecording

@Suite("A confidential value")
struct ConfidentialTests {
    struct Account: AssignableState, Codable, Equatable {
        var name = "none"
        var password = Confidential("")

        static let name = Assignable("account.name", \Account.name)
        static let password = Assignable("account.password", \Account.password)
        static let assignables = Assignables(name, password)

        mutating func react(to event: any Event) { _ = assign(event) }

        static let catalog = EventCatalog<Account>(events: [.assignments(of: Account.self)])
    }

    @Test("The value is hidden in printing, dumps and reflection")
    func hidden() {
        let account = Account(name: "me", password: Confidential("hunter2"))
        var dumped = ""
        dump(account, to: &dumped)
        for text in ["\(account)", String(reflecting: account), dumped] {
            #expect(!text.contains("hunter2"))
            #expect(text.contains("me"))
        }
    }

    @Test("The value is decoded from a recording, and the redactor redacts it in states and events")
    func redacted() throws {
        let assign = Account.password.assigning(Confidential("hunter2"), id: AssignmentID(number: 1))
        let event = try Account.catalog.encode(assign)
        #expect(try Account.catalog.decode(event) as? Assign == assign)
        var account = Account(name: "me")
        account.react(to: assign)
        #expect(account.password.revealed == "hunter2")
        let state = try JSON(encoding: account)
        #expect(try state.decode(Account.self) == account)
        #expect("\(state)".contains("hunter2"))

        #expect(
            Redactor.confidential.state(state)
                == ["name": "me", "password": ["confidential": Redactor.mark]])
        var redacted = event
        #expect(Redactor.confidential.redact(&redacted, knowing: []))
        #expect(!String(decoding: redacted.payload, as: UTF8.self).contains("hunter2"))
        var open = try Account.catalog.encode(Account.name.assigning("you", id: AssignmentID(number: 2)))
        #expect(!Redactor.confidential.redact(&open, knowing: []))
    }
}
