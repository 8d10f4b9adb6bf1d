/// An object that is retained by an object that must be released; a test has a weak reference to it.
final class Sentinel: Sendable {
    private let onEnd: (@Sendable () -> Void)?

    init(onEnd: (@Sendable () -> Void)? = nil) { self.onEnd = onEnd }

    deinit { onEnd?() }
}
