import Foundation

/// A value that is accessed only with a lock, for records of tests from many threads.
package final class Locked<Value>: @unchecked Sendable {
    // Sendable: `value` is read and written only with `lock` locked.
    private let lock = NSLock()
    private var value: Value

    package init(_ value: sending Value) { self.value = value }

    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}

extension Locked where Value: Sendable {
    /// A copy of the value.
    package var copy: Value { withLock { $0 } }
}
