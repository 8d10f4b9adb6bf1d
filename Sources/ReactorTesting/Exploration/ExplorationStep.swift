public import Reactor

/// A step that can happen in a state of an ``Exploration``.
///
/// ```swift
/// let step = ExplorationStep.authoritative(Added(amount: 3))
/// ```
public struct ExplorationStep: Sendable {
    let event: any Event
    var isFired = false
    var isAuthoritative = false
    var isRead = false
    var prediction: Plan?

    /// The lifecycle of a prediction of the event.
    struct Plan: Sendable {
        var owner: Any.Type?
        /// The events that replace it when it is committed, or nil to commit it unchanged.
        var answer: [any Event]?
    }

    /// Creates a step that fires the event and never predicts it.
    public static func fired(_ event: some Event) -> ExplorationStep { ExplorationStep(event: event, isFired: true) }

    /// Creates a step that predicts the event and never fires it. At any later step the prediction can be committed or rolled
    /// back.
    ///
    /// - Parameters:
    ///   - event: The event to predict.
    ///   - owner: The type whose ``Reset`` rolls the prediction back.
    ///   - answer: The events that replace the prediction when it is committed. By default the predicted event.
    public static func predicted(
        _ event: some Event, owner: Any.Type? = nil, answer: [any Event]? = nil
    ) -> ExplorationStep {
        ExplorationStep(event: event, prediction: Plan(owner: owner, answer: answer))
    }

    /// Creates a step that applies an event from a server, below all pending predictions.
    public static func authoritative(_ event: some Event) -> ExplorationStep {
        ExplorationStep(event: event, isAuthoritative: true)
    }

    /// Creates a step that begins a read with this response. At any later step the response is placed where the read began: below
    /// all events that were fired or committed since then. A failed read changes nothing, so it is not a step. A read whose
    /// response is already in flight does not begin again.
    public static func read(_ answer: some Event) -> ExplorationStep { ExplorationStep(event: answer, isRead: true) }
}

extension ExplorationStep {
    /// Creates a step from an event alone: it can be fired and, unless it is a ``Reset``, predicted.
    init(_ event: any Event) {
        self.init(event: event, isFired: true, prediction: type(of: event)._resetTarget == nil ? Plan() : nil)
    }
}

/// A builder for the list of steps and events in the closure of an ``Exploration``. It is public because the attribute of a
/// public parameter must be.
@resultBuilder
public enum _ExplorationBuilder {
    /// Converts an event into a step.
    public static func buildExpression(_ event: some Event) -> [ExplorationStep] { [ExplorationStep(event)] }
    /// Adds a step.
    public static func buildExpression(_ step: ExplorationStep) -> [ExplorationStep] { [step] }
    /// Joins the lines of a block into one list, in their order.
    public static func buildBlock(_ steps: [ExplorationStep]...) -> [ExplorationStep] { steps.flatMap(\.self) }
    /// Adds the steps of an `if` without `else`.
    public static func buildOptional(_ steps: [ExplorationStep]?) -> [ExplorationStep] { steps ?? [] }
    /// Adds the steps of an `if` that holds.
    public static func buildEither(first steps: [ExplorationStep]) -> [ExplorationStep] { steps }
    /// Adds the steps of an `else`.
    public static func buildEither(second steps: [ExplorationStep]) -> [ExplorationStep] { steps }
    /// Joins the steps of a loop into one list.
    public static func buildArray(_ steps: [[ExplorationStep]]) -> [ExplorationStep] { steps.flatMap(\.self) }
}
