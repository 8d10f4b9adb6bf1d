import Testing

@testable import Reactor

@Suite("What Reactor says to a programmer")
struct ErrorMessageTests {
    @Test("Of options that make no sense")
    func options() {
        #expect(
            Errors.maxMustBePositive
                == "CommandOptions: max is how many run at once; give at least 1. With the policy .parallel, nil is no limit."
        )
        #expect(
            Errors.attemptsMustBePositive == "RetryPolicy: attempts counts the first one too; give at least 1.")
    }

    @Test("Of subscriptions that nobody holds")
    func notHeld() {
        let site = CallSite("App/Label.swift", 12)
        #expect(
            Report.Subject.subscriberNotHeld(type: "Label", at: site).description
                == "Label, added as a subscriber at App/Label.swift:12, was released before its first update. A core "
                + "holds its subscribers weakly: keep it for as long as it is to be updated.")
        #expect(
            Report.Subject.subscriptionNotHeld(value: "Int", at: site).description
                == "A subscription to Int, made at App/Label.swift:12, was released before its first call and has ended. "
                + "Keep the Subscription that subscribe returns for as long as the closure is to be called, or cancel() it."
        )
    }

    @Test("Of a dependency that a test did not give")
    func dependency() {
        #expect(
            Errors.dependencyWithoutTestValue("App.WeightsKey")
                == "App.WeightsKey has no test value. Give it one (static var testValue), or override it where the "
                + "core is made: Dependencies(.test) { $0[App.WeightsKey.self] = … }.")
    }

    @Test("A class of the library that lacks a function of its kind ends the program and names the function")
    func notOverridden() async {
        #expect(
            Errors.notOverridden("look(at:_:)")
                == "Reactor: look(at:_:) has no default, and this class does not override it. Please report this.")
        await #expect(processExitsWith: .failure) {
            class Unfinished: PartFollower {}
            _ = Unfinished().isEmpty
        }
    }

    @Test("Of a command that took too long")
    func timeout() {
        #expect(
            CommandTimedOut(command: "Search", timeout: .seconds(5)).description
                == "Search took longer than its timeout of 5.0 seconds, all attempts together. Give it more time in "
                + "its CommandOptions.")
    }

    @Test("Of a refused event, by each reason, with and without a cause")
    func refusals() {
        let cause = Refusal.Cause(command: "Search", launch: 3)
        #expect(cause.description == "Search (launch 3)")
        #expect(
            Refusal(type: "Found", reason: .middleware, cause: nil).description
                == "Found was refused by a middleware, which returned nil for it.")
        #expect(
            Refusal(type: "Found", reason: .middleware, cause: cause).description
                == "Found, fired from Search (launch 3), was refused by a middleware, which returned nil for it.")
        #expect(
            Refusal(type: "Found", reason: .late, cause: cause).description
                == "Found, fired from Search (launch 3), was refused: that command was cancelled, timed out, or had its "
                + "owner reset before. Fire it from the core itself if it must arrive all the same.")
        #expect(
            Refusal(type: "Found", reason: .closed, cause: nil).description
                == "Found was refused: the core is closed. Fire before close(), or keep the core open.")
        #expect(
            Refusal(type: "Found", reason: .absent, cause: nil).description
                == "Found was refused: the part of the state it was fired into is absent, an optional property that is "
                + "nil or replaced, or a row that was removed. Fire it from the core of the whole if it must arrive all "
                + "the same.")
    }

    @Test("Of everything a core reports")
    func reports() {
        let refusal = Refusal(type: "Found", reason: .closed, cause: nil)
        #expect(Report.Subject.refused(refusal).description == refusal.description)
        #expect(
            Report.Subject.subscriberBehind(subscription: "TotalLabel", waiting: 10_001).description
                == "10001 values wait for TotalLabel. Make its update faster, or subscribe with delivery: .latest, "
                + "which keeps the newest only.")
        #expect(
            Report.Subject.commandIgnoresCancellation(command: "Search", launch: 3).description
                == "Search (launch 3) was cancelled and its body did not return within its grace; what waited behind "
                + "it goes on. Let the body look at Task.isCancelled, or give CommandOptions a longer grace.")
        #expect(
            Report.Subject.unhandledFailure(command: "Search", error: CommandTimedOut(command: "S", timeout: .zero))
                .description
                .hasPrefix("Search failed: S took longer than its timeout of 0.0 seconds"))
        #expect(
            Report.Subject.unhandledFailure(command: "Search", error: BodyError.lasting).description
                == "Search failed: lasting. Nobody looked at this. Look at the outcome of CommandEnded in react(to:), "
                + "await the outcome of its handle, or catch the error in the command. Reported once for each type of "
                + "command and error.")
        #expect(
            Report.Subject.closedOver(commands: ["Search", "Load"]).description
                == "close() waited its whole grace and these commands had not returned: Search, Load. Let them look at "
                + "Task.isCancelled, or give close(grace:) more time.")
    }

    @Test("Of an assignment that no state took")
    func unclaimedAssignment() {
        #expect(
            Report.Subject.unclaimedAssignment(name: "form.draft").description
                == "The assignment \"form.draft\" was taken by no state. List its Assignable among the assignables of the "
                + "state that declares it, let that state's react(to:) begin with if assign(event) { return }, and let "
                + "the states above hand it their events.")
    }

    @Test("Of how a command ended")
    func outcomes() {
        #expect(CommandOutcome.finished.description == "finished")
        #expect(CommandOutcome.failed(Broken(number: 2)).description == "failed: broken 2")
        #expect(CommandOutcome.cancelled.description == "cancelled")
        #expect(CommandOutcome.dropped.description == "dropped")
    }
}
