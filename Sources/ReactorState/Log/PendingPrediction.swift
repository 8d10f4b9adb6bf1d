/// A prediction that is not settled yet, and what is known about it besides its entries.
package struct PendingPrediction: Sendable {
    package let id: PredictionID
    /// A reset of any of these types withdraws it.
    package var scopes: [ObjectIdentifier]
    /// What it changes, for a view that marks the rows which are not certain yet.
    package var entities: [LedgerEntity]
    /// Where its entries are, in their order. Never empty.
    var places: [LedgerEntries.Place] = []

    package init(_ id: PredictionID, scopes: [ObjectIdentifier] = [], about entities: [LedgerEntity] = []) {
        self.id = id
        self.scopes = scopes
        self.entities = entities
    }
}

/// The id of something that a prediction changes, whatever its type. Equal ids of different types are different.
package struct LedgerEntity: Hashable, Sendable {
    private let id: any Hashable & Sendable

    package init(_ id: some Hashable & Sendable) { self.id = id }

    package static func == (left: Self, right: Self) -> Bool {
        func equals<ID: Hashable>(_ id: ID) -> Bool { type(of: right.id) == ID.self && id == right.id as? ID }
        return equals(left.id)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(type(of: id)))
        id.hash(into: &hasher)
    }
}
