/// An object that is held by what must go away; a test keeps a weak reference to it.
final class Sentinel: Sendable {
    private let onEnd: (@Sendable () -> Void)?

    init(onEnd: (@Sendable () -> Void)? = nil) { self.onEnd = onEnd }

    deinit { onEnd?() }
}
