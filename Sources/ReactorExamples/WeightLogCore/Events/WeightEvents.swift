import Reactor

/// The prediction of a change. It is always predicted, and never fired.
package struct ChangePredicted: Event, Codable {
    package let change: Change

    package init(change: Change) { self.change = change }
}

/// The event that the service carried a change out, possibly with other values. A commit replaces the prediction by it.
package struct ChangeConfirmed: Event, Codable {
    package let saved: Change
    /// The version in which the service has the change, or nil for a service without versions.
    package let version: Int?

    package init(saved: Change, version: Int? = nil) {
        self.saved = saved
        self.version = version
    }
}

/// The event that the service pushed a change of another device.
package struct ChangeArrived: Event, Codable {
    package let change: Change
    /// The version in which the service has the change.
    package let version: Int

    package init(change: Change, version: Int) {
        self.change = change
        self.version = version
    }
}

/// The event that a change failed. The change is already rolled back; this event contains the reason for the user.
package struct ChangeRolledBack: Event, Codable {
    package let change: Change
    package let reason: String

    package init(change: Change, reason: String) {
        self.change = change
        self.reason = reason
    }
}

/// The event that all records of the service arrived.
package struct RecordsArrived: Event, Codable {
    package let book: WeightBook

    package init(book: WeightBook) { self.book = book }
}

/// The event that a refresh failed. The known records stay.
package struct RefreshFailed: Event, Codable {
    package let reason: String

    package init(reason: String) { self.reason = reason }
}
