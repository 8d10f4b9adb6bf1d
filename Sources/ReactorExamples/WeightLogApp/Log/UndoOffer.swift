import ExampleWeightLogCore

/// Offers the next undo and redo of the log to the undo manager of a window: for the *Edit* menu with its keys, for a shake,
/// and for the gestures with three fingers.
///
/// An app usually registers each change with the undo manager. Here the history is in the log: it outlives the app, and each
/// window shows it. So a window offers only the two next steps, again after each change, and the undo manager has no history
/// that could differ from that of the log. Changes in text fields stay on its stacks, since they have another target.
@MainActor
package final class UndoOffer {
    private weak var model: WeightLogModel?
    private weak var manager: (any UndoStacks)?
    /// The step that was taken last, until its result is offered.
    package private(set) var step: Task<Void, Never>?

    package init() {}

    /// Replaces the steps that were offered before by the next steps of the log.
    package func renew(_ model: WeightLogModel, on manager: (any UndoStacks)?) {
        withdraw()
        (self.model, self.manager) = (model, manager)
        guard let manager else { return }
        // Typing in the same turn of the main actor can have opened the group of the event.
        if manager.groupingLevel == 1 { manager.endUndoGrouping() }
        let groupsByEvent = manager.groupsByEvent
        manager.groupsByEvent = false
        defer { manager.groupsByEvent = groupsByEvent }
        if let words = model.undoable {
            put(on: manager, words) { $0.take(.undo) }
        }
        if model.canRedo {
            // A registration during an undo is a redo. No other registration may follow, because it would remove the redo.
            put(on: manager, nil) { offer in manager.register(for: offer) { $0.take(.redo) } }
            manager.undo()
        }
    }

    /// Withdraws the steps, when the window closes: an undo manager does not retain its targets.
    package func withdraw() { manager?.removeAllActions(withTarget: self) }

    private func put(
        on manager: any UndoStacks, _ words: String?, _ action: @escaping @MainActor @Sendable (UndoOffer) -> Void
    ) {
        manager.beginUndoGrouping()
        manager.register(for: self, action)
        if let words { manager.setActionName(words) }
        manager.endUndoGrouping()
    }

    /// Takes a step in the log, and offers the steps after it. If the step fails, it is offered again.
    private func take(_ direction: Weights.Direction) {
        step = Task {
            guard let model else { return }
            await model.perform(.step(direction))
            renew(model, on: manager)
        }
    }
}

/// The part of `UndoManager` that ``UndoOffer`` uses. Foundation on Linux has no `UndoManager`, so the tests have their own.
@MainActor
package protocol UndoStacks: AnyObject {
    var groupsByEvent: Bool { get set }
    var groupingLevel: Int { get }
    func beginUndoGrouping()
    func endUndoGrouping()
    func register(for offer: UndoOffer, _ action: @escaping @MainActor @Sendable (UndoOffer) -> Void)
    func setActionName(_ actionName: String)
    func removeAllActions(withTarget target: Any)
    func undo()
}

#if canImport(Darwin)
    import ReactorFoundation

    extension UndoManager: UndoStacks {
        package func register(for offer: UndoOffer, _ action: @escaping @MainActor @Sendable (UndoOffer) -> Void) {
            registerUndo(withTarget: offer, handler: action)
        }
    }
#endif
