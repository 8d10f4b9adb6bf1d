/// One row as a person sees it: a record, and how sure it is.
struct WeightEntry: Hashable, Sendable, Identifiable {
    enum Status: String, Sendable {
        /// The service has it.
        case confirmed
        /// Shown already, not answered yet.
        case pending
    }

    let record: WeightRecord
    let status: Status

    var id: Int { record.id }
    var day: Day { record.reading.day }
    var weight: Weight { record.reading.weight }
}
