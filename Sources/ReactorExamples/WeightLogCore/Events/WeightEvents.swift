import Reactor

/// A change is shown as if it had worked. Always predicted, never fired.
package struct ChangePredicted: Event, Codable {
    package let change: Change

    package init(change: Change) { self.change = change }
}

/// The service carried a change out, perhaps a little differently. It replaces the predicted change.
package struct ChangeConfirmed: Event, Codable {
    package let saved: Change
    /// Since which version the service has it; nil for a service that says none.
    package let version: Int?

    package init(saved: Change, version: Int? = nil) {
        self.saved = saved
        self.version = version
    }
}

/// Another device changed something, and the service pushed it here.
package struct ChangeArrived: Event, Codable {
    package let change: Change
    /// Since which version the service has it.
    package let version: Int

    package init(change: Change, version: Int) {
        self.change = change
        self.version = version
    }
}

/// A change did not work. By the time this arrives it has been rolled back; the user reads this event.
package struct ChangeRolledBack: Event, Codable {
    package let change: Change
    package let reason: String

    package init(change: Change, reason: String) {
        self.change = change
        self.reason = reason
    }
}

/// The service answered with all it has.
package struct RecordsArrived: Event, Codable {
    package let book: WeightBook

    package init(book: WeightBook) { self.book = book }
}

/// The service did not answer; what was known stays.
package struct RefreshFailed: Event, Codable {
    package let reason: String

    package init(reason: String) { self.reason = reason }
}
