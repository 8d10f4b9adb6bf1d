import ReactorPlatform

/// A file that is mapped into memory: bytes that are stored there need no system call, and outlive the process. Releasing it
/// unmaps the file.
package final class MappedFile: @unchecked Sendable {
    // Sendable: the pointer never changes, and each writer of the memory documents its own safety.
    package let memory: UnsafeMutableRawBufferPointer
    private let unmap: @Sendable () -> Void

    package init(_ memory: UnsafeMutableRawBufferPointer, unmap: @escaping @Sendable () -> Void) {
        self.memory = memory
        self.unmap = unmap
    }

    deinit { unmap() }
}

extension SystemFileSystem {
    package func map(_ path: String, bytes: Int) throws(SystemError) -> MappedFile? {
        // A new file replaces the old one, because an older core may still map the old file and would crash if it were truncated.
        do throws(SystemError) {
            try remove(path)
        } catch {
            guard error.isNotThere else { throw error }
        }
        let file = try open(path, .update)
        guard let file = file as? SystemFile else { return nil }
        do throws(SystemError) {
            return try file.mapped(bytes)
        } catch {
            try? remove(path)
            throw error
        }
    }
}
