import ReactorRecording
import ReactorTerminal

extension JournalVerb {
    static var tail: JournalVerb {
        JournalVerb(
            "tail", "print the entries of the last segment, and each one that comes, until Ctrl-C",
            discussion: "The app may write meanwhile. It follows a folder, not a single file.",
            options: [.redacted, .json]
        ) { call in
            let path = try call.opened(call.path()).path
            for try await line in JournalTail(folder: path) {
                guard case .entry(let entry) = line else { continue }
                try call.print(entry)
                try call.console.output.flush()
            }
        }
    }
}
