/// The error messages of this module. Each names the fault, its place and the fix.
enum Errors {
    /// The program stops.
    static let noThreadLocalPlace =
        "The system has no thread-local key left (pthread_key_create, pthread_setspecific), and a core needs one "
        + "while a prediction is pending. Free keys that this process made and does not use."

    // MARK: Predictions

    /// A `Reset` in `predict`, `append`, `.commit(with:)` or an authoritative event: use `fire(event:)`.
    static func resetPredicted(_ type: String) -> String {
        "\(type) cannot be predicted, committed with, or placed: it cancels what its type owns, and that cannot be "
            + "rolled back. Fire it plainly. What came with it was refused too."
    }

    // Two resolutions of one prediction, one mark for two answers, or one core's prediction or mark given to another core. The
    // sentence goes on with the file and line of the call.

    /// A prediction that is pending was begun once more.
    static func alreadyBegun(_ id: String) -> String { "\(id) is pending already. Begin each prediction once." }

    /// The prediction was committed or rolled back before, by hand or by a reset of its owner.
    static func alreadyResolved(_ id: String) -> String {
        "\(id) was resolved before, and this resolution is refused. Resolve each prediction once."
    }

    /// No prediction with this id was begun here.
    static func neverBegun(_ id: String) -> String {
        "\(id) was never begun on this core. Resolve a prediction on the core that began it."
    }

    /// A mark that is held was taken once more.
    static func alreadyMarked(_ id: String) -> String { "\(id) is held already. Take each mark once." }

    /// The mark was used or released before.
    static func markAlreadyUsed(_ id: String) -> String {
        "\(id) was used or released before, and what was to be placed there is refused. Take a mark for each read."
    }

    /// No mark with this id was taken here.
    static func neverMarked(_ id: String) -> String {
        "\(id) was never taken on this core. Use a mark on the core that took it."
    }

    // MARK: Assignments

    /// Two `Assignable` properties have one name. The program stops.
    static func duplicateAssignable(_ name: String, of state: String) -> String {
        "\(state).assignables declares the name \"\(name)\" twice. Give every Assignable a name of its own: recordings "
            + "distinguish them by it."
    }

    /// `AssignmentMismatch`, in the receipt of an `Assign`.
    static func assignmentMismatch(_ name: String, found: String, expected: String) -> String {
        "The assignment \"\(name)\" carries a \(found), and the state declares a \(expected). Give every Assignable a "
            + "name of its own, and a new name when its type changes."
    }

    // MARK: To the user

    /// Of all modules, so that an app translates one dictionary.
    static let userTexts = [
        "changes.notKept": "What you change is not kept any more.",
        "command.timedOut": "This took too long.",
        "environment.unknown": "There is no such server.",
        "error.unexpected": "Something went wrong.",
        "recording.inUse": "This is open somewhere else.",
        "recording.newer": "This was written by a newer version of the app.",
        "recording.notKept": "What you do cannot be kept.",
        "recording.unreadable": "What was kept cannot be read.",
        "recovery.closeOther": "Please close it there first.",
        "recovery.later": "Please try again later.",
        "recovery.lookAgain": "Please look at it again.",
        "recovery.report": "Please report it if it happens again.",
        "recovery.room": "Please check whether the disk is full, and open the app again.",
        "recovery.signIn": "Please sign in again.",
        "recovery.update": "Please update the app.",
        "recovery.wait": "Please wait a moment.",
        "service.changed": "This was changed elsewhere meanwhile.",
        "service.connecting": "The connection is not made yet.",
        "service.failed": "This did not work.",
        "service.forbidden": "You are not allowed to do this.",
        "service.notFound": "This is not there any more.",
        "service.signedOut": "You are not signed in any more.",
        "service.throttled": "Too many requests.",
        "service.unavailable": "The service does not answer now.",
        "service.unchanged": "Nothing has changed.",
        "service.unreachable": "There is no connection to the service.",
    ]
}
