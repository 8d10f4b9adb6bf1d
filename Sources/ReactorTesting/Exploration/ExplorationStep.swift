public import Reactor

/// Something that may happen in a state that an ``Exploration`` has come to.
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

    /// How a prediction of the event goes on.
    struct Plan: Sendable {
        var owner: Any.Type?
        /// What the server makes of it; nil where it is committed as it is.
        var answer: [any Event]?
    }

    /// The event is fired, and never predicted.
    public static func fired(_ event: some Event) -> ExplorationStep { ExplorationStep(event: event, isFired: true) }

    /// The event is predicted, and never fired. At any later step it may be committed or rolled back.
    ///
    /// - Parameters:
    ///   - event: what is predicted.
    ///   - owner: the type whose ``Reset`` rolls it back.
    ///   - answer: the events that take its place when it is committed; the predicted one unless given.
    public static func predicted(
        _ event: some Event, owner: Any.Type? = nil, answer: [any Event]? = nil
    ) -> ExplorationStep {
        ExplorationStep(event: event, prediction: Plan(owner: owner, answer: answer))
    }

    /// A server says it: it stands below what is pending.
    public static func authoritative(_ event: some Event) -> ExplorationStep {
        ExplorationStep(event: event, isAuthoritative: true)
    }

    /// A read begins, and this is its answer. At any later step that lands where the read began: below everything that was fired
    /// or committed since. A read that fails changes nothing, and is no step; nor is one whose answer is on its way already.
    public static func read(_ answer: some Event) -> ExplorationStep { ExplorationStep(event: answer, isRead: true) }

    /// An event by itself: it may be fired and, unless it is a ``Reset``, predicted.
    init(_ event: any Event) {
        self.init(event: event, isFired: true, prediction: type(of: event)._resetTarget == nil ? Plan() : nil)
    }

    private init(
        event: any Event, isFired: Bool = false, isAuthoritative: Bool = false, isRead: Bool = false,
        prediction: Plan? = nil
    ) {
        self.event = event
        self.isFired = isFired
        self.isAuthoritative = isAuthoritative
        self.isRead = isRead
        self.prediction = prediction
    }
}

/// Makes a list of the steps, and of the events, that stand in the closure of an ``Exploration``.
@resultBuilder
public enum ExplorationBuilder {
    /// Makes a step of an event that is fired.
    public static func buildExpression(_ event: some Event) -> [ExplorationStep] { [ExplorationStep(event)] }
    /// Takes a step.
    public static func buildExpression(_ step: ExplorationStep) -> [ExplorationStep] { [step] }
    /// Joins the lines of a block to one list, in their order.
    public static func buildBlock(_ steps: [ExplorationStep]...) -> [ExplorationStep] { steps.flatMap(\.self) }
    /// Takes the steps of an `if`, none where it does not hold.
    public static func buildOptional(_ steps: [ExplorationStep]?) -> [ExplorationStep] { steps ?? [] }
    /// Takes the steps of an `if` that holds.
    public static func buildEither(first steps: [ExplorationStep]) -> [ExplorationStep] { steps }
    /// Takes the steps of an `else`.
    public static func buildEither(second steps: [ExplorationStep]) -> [ExplorationStep] { steps }
    /// Joins the steps of a loop to one list.
    public static func buildArray(_ steps: [[ExplorationStep]]) -> [ExplorationStep] { steps.flatMap(\.self) }
}
