/// The error messages of this module. Each names the fault, its place and the fix.
enum Errors {
    /// `CommandOptions(max: 0)`, or less.
    static let maxMustBePositive =
        "CommandOptions: max is how many run at once; give at least 1. With the policy .parallel, nil is no limit."
    /// `.exponential(attempts: 0)`, or less. 1 is one attempt and no retry.
    static let attemptsMustBePositive = "RetryPolicy: attempts counts the first one too; give at least 1."

    /// A command used a service under `Dependencies(.test)` whose key has no `testValue` and which nothing overrides.
    static func dependencyWithoutTestValue(_ key: String) -> String {
        "\(key) has no test value. Give it one (static var testValue), or override it where the core is made: "
            + "Dependencies(.test) { $0[\(key).self] = … }."
    }

    /// `CommandTimedOut`: the `timeout` passed between the start of the first attempt and the end of the last, waits
    /// included. Fewer or shorter retries help too, and work that looks at `Task.isCancelled`.
    static func timedOut(command: String, timeout: Duration) -> String {
        "\(command) took longer than its timeout of \(timeout), all attempts together. Give it more time in its "
            + "CommandOptions."
    }

    // MARK: Refusals. Docs/Errors.md has a table of which events are refused, and why.

    /// What was refused: its type, the command that fired it, and where it was fired, as far as that is known.
    static func fired(_ type: String, from command: String?, at place: String?) -> String {
        switch (command, place) {
        case (nil, nil): type
        case (let command?, nil): "\(type), fired from \(command),"
        case (nil, let place?): "\(type), fired at \(place),"
        case (let command?, let place?): "\(type), fired from \(command) at \(place),"
        }
    }

    /// A middleware returned nil for it.
    static func refusedByMiddleware(_ what: String) -> String {
        "\(what) was refused by a middleware, which returned nil for it."
    }

    /// The command it was fired from was cancelled, timed out, or had its owner reset.
    static func refusedLate(_ what: String) -> String {
        "\(what) was refused: that command was cancelled, timed out, or had its owner reset before. "
            + "Fire it from the core itself if it must arrive all the same."
    }

    /// The core was closed.
    static func refusedByClosedCore(_ what: String) -> String {
        "\(what) was refused: the core is closed. Fire before close(), or keep the core open."
    }

    /// The part of the state it was fired into was absent: an optional property that is nil, a row that was removed.
    static func refusedByAbsentPart(_ what: String) -> String {
        "\(what) was refused: the part of the state it was fired into is absent, an optional "
            + "property that is nil or replaced, or a row that was removed. Fire it from the core of the whole if it "
            + "must arrive all the same."
    }

    /// It belongs to a prediction that was refused, rolled back or resolved before, to a mark that was used, or to something of
    /// which another part was refused.
    static func refusedByLedger(_ what: String) -> String {
        "\(what) was refused: the prediction it belongs to was refused, rolled back or resolved "
            + "before, its mark was used, or something that came with it was refused."
    }

    /// Something goes on firing at a closed core. Said when the core is released.
    static func refusedOften(_ refusal: String, count: Int) -> String {
        "\(refusal) That was the first of \(count) refusals, which core.counts contains."
    }

    /// `core.state`, `read`, `pending` or a mirror was used by a reducer, or by the `deinit` of something that it releases.
    /// The program stops.
    static let readInsideReact =
        "Reactor: the state was asked for inside react(to:), or in a deinit that it brought about: the event is applied "
        + "in part, and there is no whole state. Hand react(to:) what it needs in the event, and read after it "
        + "returned."

    /// A reducer with side effects. Said once for each type. A refold does not fire again.
    static func firedInsideReact(_ type: String) -> String {
        "\(type) was fired inside react(to:), or in a deinit that it brought about. It is applied later, but a replay "
            + "would fire it again. Fire it from a command, a reaction (On, While, For) or a subscriber."
    }

    /// An endless cascade. Said once for each core.
    static func endlessCascade(_ name: String, depth: Int) -> String {
        "\(name) has brought itself about \(depth) times in a row: a subscriber that fires in its update, or a "
            + "reaction whose command fires its trigger. Let it fire only when something is still to be done."
    }

    /// More values than the limit wait for an `.every` subscription. A higher `limit:` helps where bursts are expected.
    /// Said again after the line has fallen to half the limit.
    static func behind(_ subscription: String, waiting: Int) -> String {
        "\(waiting) values wait for \(subscription). Make its update faster, or subscribe with delivery: .latest, "
            + "which keeps the newest only."
    }

    /// `add(subscriber:)` with an object that nothing else holds: keep it in a property. Said once for each line.
    static func subscriberNotHeld(_ type: String, at site: String) -> String {
        "\(type), added as a subscriber at \(site), was released before its first update. A core holds its subscribers "
            + "weakly: keep it for as long as it is to be updated."
    }

    /// `_ = core.subscribe(…)`, or a token in a local variable. Said once for each line.
    static func subscriptionNotHeld(_ value: String, at site: String) -> String {
        "A subscription to \(value), made at \(site), was released before its first call and has ended. Keep the "
            + "Subscription that subscribe returns for as long as the closure is to be called, or cancel() it."
    }

    /// A cancelled command held up `.enqueue` or `.keepLatest` for its whole `grace`.
    static func ignoresCancellation(_ command: String, launch: UInt64) -> String {
        "\(command) (launch \(launch)) was cancelled and its body did not return within its grace; what waited behind "
            + "it goes on. Let the body look at Task.isCancelled, or give CommandOptions a longer grace."
    }

    /// A control set a property, and no `react(to:)` called `assign(_:)` for a state that lists it.
    static func unclaimedAssignment(_ name: String) -> String {
        "The assignment \"\(name)\" was taken by no state. List its Assignable among the assignables of the state that "
            + "declares it, let that state's react(to:) begin with if assign(event) { return }, and let the states above "
            + "hand it their events."
    }

    /// A command threw or timed out, and its outcome was not read.
    static func unhandledFailure(_ command: String, _ error: any Error) -> String {
        "\(command) failed: \(error). Nobody looked at this. Look at the outcome of CommandEnded in react(to:), await "
            + "the outcome of its handle, or catch the error in the command. Reported once for each type of command and error."
    }

    /// Bodies that do not notice their cancellation.
    static func closedOver(_ commands: [String]) -> String {
        "close() waited its whole grace and these commands had not returned: \(commands.joined(separator: ", ")). "
            + "Let them look at Task.isCancelled, or give close(grace:) more time."
    }

    /// A class of the library lacks a function of its kind. The program stops: a default would go unnoticed.
    static func notOverridden(_ function: String) -> String {
        "Reactor: \(function) has no default, and this class does not override it. Please report this."
    }

    /// The library prepares a command without the core's engine. The program stops: the command would never run.
    static let foreignEngine = "Reactor: a command was prepared by something else than its core. Please report this."

    static func mustOverride(_ function: StaticString = #function) -> Never { fatalError(notOverridden("\(function)")) }

    // MARK: Predictions

    /// The `Prediction` was released unresolved.
    static func predictionReleased(_ id: PredictionID, begun: String) -> String {
        "\(id), begun at \(begun), was released unresolved and is rolled back. Hold it until you call commit or "
            + "rollback, or use optimistically(_:perform:onFailure:), which resolves it by itself."
    }

    /// Said when the limit of the read has passed.
    static func readHeldUp(by change: String, at site: String) -> String {
        "The read at \(site) waited for its whole limit, since \(change) is still pending; what was read is shown below that "
            + "change. Give the request of the change a timeout, or resolve the prediction."
    }

    /// A read inside of `optimistically`, or while the command holds a prediction that it has not resolved.
    static func readInsideChange(at site: String) -> String {
        "The read at \(site) would wait for a change of its own command. Resolve the change first: read behind "
            + "optimistically(_:perform:onFailure:) and not inside of it."
    }

    /// `.commit` of a prediction whose events changed the rows of `ServerRows`.
    static func committedWithoutVersion(_ id: PredictionID, at site: String) -> String {
        "\(id), committed at \(site), changed rows of ServerRows and gave them no version: what the server said before "
            + "can still overwrite them. Commit with the event that brings the server's answer: .commit(with: [...])."
    }

    static func ledgerRefused(_ refusal: String, at site: String?) -> String {
        site.map { "\(refusal) Called at \($0)." } ?? refusal
    }
}
