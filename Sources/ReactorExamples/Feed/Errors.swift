import ReactorTerminal

/// The errors that this program prints.
enum FeedError: ProgramError, Equatable {
    /// A story was played, and the posts on screen at its end differ from those of the server.
    case differs
    case noSuchPost(Int)
    case emptyTitle
    /// The server has not done a change.
    case notChanged(Int, status: Int)
    case unreadable(String)
    case recordedBefore(String)
    /// The folder that was named for a recording, and the error of the disk.
    case notRecorded(String, String)
    case noServer

    var exitCode: ExitCode { self == .noServer ? .usage : .failed }

    var description: String {
        switch self {
        case .differs: "what is shown at the end is not what the server has; please report it with the seed"
        case .noSuchPost(let id): "there is no post \(id)"
        case .emptyTitle: "a post needs a title"
        case .notChanged(let id, let status): "the server has not changed post \(id) (\(status)); read it and try again"
        case .unreadable(let reason): "the posts could not be read: \(reason)"
        case .recordedBefore(let path):
            "\(path.escaped()) contains a recording; name a folder that is empty or not there yet"
        case .notRecorded(let path, let reason): "the story could not be recorded in \(path.escaped()): \(reason)"
        case .noServer: "no server is named; give one with --server URL, or type 'feed' for the story, which needs none"
        }
    }
}

extension FeedError {
    /// Whether the same may succeed when it is tried again: what the network did may, what the server said does not.
    static func isWorthAnotherTry(_ error: any Error) -> Bool { !(error is FeedError) }
}
