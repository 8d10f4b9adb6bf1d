import ReactorServices
import Terminal

/// Shows how far an upload is, also while nothing is told of it: a server that takes its time is waited for visibly.
struct UploadProgress: Sendable {
    private let line: ProgressLine
    private let file: LocalFile
    private let last = Locked<SequenceProgress?>(nil)
    private let waiting: Task<Void, Never>?

    init(of file: LocalFile, on console: Console) {
        let line = console.progress()
        self.line = line
        self.file = file
        guard console.errors.screen.isTerminal else {
            waiting = nil
            return
        }
        waiting = Task { [last] in
            while (try? await Task.sleep(for: .milliseconds(200))) != nil {
                if let step = last.withLock({ $0 }) { line.tell(Self.text(file, step)) }
            }
        }
    }

    func tell(_ step: SequenceProgress) {
        last.withLock { $0 = step }
        line.tell(Self.text(file, step))
    }

    /// Takes the line away. Nothing is drawn after it.
    func end() async {
        waiting?.cancel()
        await waiting?.value
        line.end()
    }

    static func text(_ file: LocalFile, _ step: SequenceProgress) -> String {
        let percent = step.transfer?.fraction.map { " \(Int($0 * 100)) %" } ?? ""
        return "\(file.name): \(step.step)\(percent)"
    }
}
