import ReactorOffline
import ReactorRecording

extension Weights {
    /// The names under which what happens is recorded. They stay what they are, whatever the types are called.
    static let catalog = EventCatalog<Weights>(events: [
        .event(WeightLog.ChangePredicted.self, as: "change.predicted"),
        .event(ChangeConfirmed.self, as: "change.confirmed"),
        .event(ChangeWithdrawn.self, as: "change.withdrawn"),
        .event(RecordsArrived.self, as: "records.arrived"),
        .event(RefreshFailed.self, as: "refresh.failed"),
        .reset(Weights.self, as: "weights.reset"),
        .commandEnded(),
        // The name that the queue's own catalog gives it is another's here.
        .event(ReactorOffline.ChangePredicted.self, as: "push.predicted"),
    ])

    /// What somebody weighs is nobody else's business.
    static let redactor = Redactor(state: [[.anywhere, "grams"]], events: ["*": [[.anywhere, "grams"]]])
}
