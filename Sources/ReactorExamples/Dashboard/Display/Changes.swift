import Reactor
import Terminal

/// What has changed since the last frame: kept between the subscriptions, which tell it, and the frames, which take it.
final class Changes: Sendable {
    struct Content {
        var order: [Int32] = []
        var isReordered = false
        /// Rows that changed.
        var ids: Set<Int32> = []
        /// Every row may have changed.
        var isRescan = true
    }

    private let content = Locked(Content())

    func note(_ changes: KeyedRows<Int32, Instrument>.Changes) {
        content.withLock { content in
            switch changes {
            case .rescan: content.isRescan = true
            case .difference(let difference): content.ids.formUnion(difference.ids)
            }
        }
    }

    func note(order: [Int32]) {
        content.withLock { content in
            content.order = order
            content.isReordered = true
        }
    }

    /// What changed, once.
    func take() -> Content {
        content.withLock { content in
            defer {
                content.ids.removeAll(keepingCapacity: true)
                content.isRescan = false
                content.isReordered = false
            }
            return content
        }
    }
}
