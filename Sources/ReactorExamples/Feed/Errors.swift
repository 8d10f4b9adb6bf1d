import ReactorTerminal

/// The errors that this program prints.
enum FeedError: ProgramError, Equatable {
    /// A story was played, and its final posts differ from those of the server.
    case differs
    case noSuchPost(Int)
    case emptyTitle
    /// The server refused a change.
    case notChanged(Int, status: Int)
    case unreadable(String)
    case recordedBefore(String)
    /// The folder for a recording could not be written. The values are the folder and the error of the file system.
    case notRecorded(String, String)
    case noServer

    var exitCode: ExitCode { self == .noServer ? .usage : .failed }

    var description: String {
        switch self {
        case .differs: "the posts on the screen are not those of the server; please report it with the seed"
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
    /// Whether another attempt can succeed: after a fault of the network, but not after a refusal of the server.
    static func isWorthAnotherTry(_ error: any Error) -> Bool { !(error is FeedError) }
}
