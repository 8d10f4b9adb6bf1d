import Reactor
import Terminal

/// Follows a core and writes down what happens in it.
actor Narrator: Subscriber {
    private let output: Output
    private let narration: Narration
    private var last = Weights()
    private(set) var failure: (any Error)?

    init(output: Output) {
        self.output = output
        narration = Narration(screen: output.screen)
    }

    func update(with state: Weights) {
        defer { last = state }
        guard failure == nil else { return }
        do {
            for line in narration.lines(from: last, to: state) { try output.line(line) }
            try output.flush()
        } catch {
            failure = error
        }
    }
}
