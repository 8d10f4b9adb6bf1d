// The part of the module Network that the package uses, for .ci/apple. Nothing of it is linked or run.

/// The state of the connection.
public struct NWPath: Sendable {
    public enum Status: Sendable { case satisfied, unsatisfied, requiresConnection }
    public let status: Status
}

/// The states of the connection, from the current state on.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
public final class NWPathMonitor: AsyncSequence, Sendable {
    public struct Iterator: AsyncIteratorProtocol {
        public mutating func next() async -> NWPath? { nil }
    }
    public init() {}
    public func makeAsyncIterator() -> Iterator { Iterator() }
}
