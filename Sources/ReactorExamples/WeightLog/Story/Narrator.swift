import Reactor
import Terminal

/// Follows a core and writes down what happens in it.
actor Narrator: Subscriber {
    private let output: Output
    private let narration: Narration
    private let confirmations: Confirmations
    private var last = Weights()
    private(set) var failure: (any Error)?

    init(output: Output, confirmations: Confirmations) {
        self.output = output
        self.confirmations = confirmations
        narration = Narration(screen: output.screen)
    }

    func update(with state: Weights) {
        defer { last = state }
        guard failure == nil else { return }
        do {
            for line in narration.lines(from: last, to: state, isConfirmed: confirmations.take) {
                try output.line(line)
            }
            try output.flush()
        } catch {
            failure = error
        }
    }
}

/// What the service answered that it carried out, until it is told.
final class Confirmations: Middleware {
    private let saved = Locked<[Change]>([])

    func process(event: any Event, state: Weights) {
        guard let event = event as? ChangeConfirmed else { return }
        saved.withLock { $0.append(event.saved) }
    }

    /// Whether the service carried this change out. Each of its answers is told once.
    func take(_ change: Change) -> Bool {
        saved.withLock { saved in
            guard let index = saved.firstIndex(where: { $0.answers(change) }) else { return false }
            saved.remove(at: index)
            return true
        }
    }
}

extension Change {
    /// Whether this is what a service made of that change: the same is done to the same records.
    func answers(_ change: Change) -> Bool {
        switch (self, change) {
        case (.add, .add), (.update, .update), (.delete, .delete): touchedIDs == change.touchedIDs
        default: false
        }
    }
}
