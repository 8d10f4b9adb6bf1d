// The part of the module Network that the package uses, for .ci/apple, with the types and the availability that Apple documents.
// None of it is linked or run.

@_exported import Dispatch

/// The state of the connection.
@available(macOS 10.14, iOS 12, tvOS 12, watchOS 5, visionOS 1, *)
public struct NWPath: Equatable, Sendable {
    public enum Status: Sendable { case satisfied, unsatisfied, requiresConnection }
    public let status: Status
    public var isExpensive: Bool { false }
    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *) public var isConstrained: Bool { false }
}

/// The states of the connection, from the current state on.
@available(macOS 10.14, iOS 12, tvOS 12, watchOS 5, visionOS 1, *)
public final class NWPathMonitor: Sendable {
    public init() {}
    public var currentPath: NWPath { fatalError() }
    public func start(queue: DispatchQueue) {}
    public func cancel() {}
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension NWPathMonitor: AsyncSequence {
    public typealias Element = NWPath
    public struct Iterator: AsyncIteratorProtocol {
        public mutating func next() async -> NWPath? { nil }
    }
    public func makeAsyncIterator() -> Iterator { Iterator() }
}
