import Reactor

/// The user went to another screen: by a button, the back gesture, a link.
package enum Navigated: Event, Codable, Hashable {
    /// A screen was put on top.
    case pushed(Route)
    /// So many were taken off.
    case popped(Int)
    /// A link leads to these.
    case linked([Route])

    package func path(from path: [Route]) -> [Route] {
        switch self {
        case .pushed(let route): path.last == route ? path : path + [route]
        case .popped(let count): Array(path.dropLast(max(0, count)))
        case .linked(let path): path
        }
    }
}
