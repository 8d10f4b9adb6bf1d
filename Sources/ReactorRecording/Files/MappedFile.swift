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

extension SystemCalls {
    /// Allocates the file's space on disk. Writing to mapped memory without space would end the process.
    ///
    /// - Returns: 0, or the system's error code.
    static func allocate(_ descriptor: Int32, _ bytes: Int) -> Int32 {
        #if canImport(Darwin)
            var store = fstore_t(
                fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0, fst_length: off_t(bytes),
                fst_bytesalloc: 0)
            if fcntl(descriptor, F_PREALLOCATE, &store) != 0 { return errno }
            return ftruncate(descriptor, off_t(bytes)) == 0 ? 0 : errno
        #else
            return posix_fallocate(descriptor, 0, off_t(bytes))
        #endif
    }

    /// Maps the file; returns nil and sets `errno` if that fails.
    static func map(_ descriptor: Int32, _ bytes: Int) -> UnsafeMutableRawBufferPointer? {
        guard let memory = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), memory != MAP_FAILED
        else { return nil }
        return UnsafeMutableRawBufferPointer(start: memory, count: bytes)
    }

    static func unmap(_ memory: UnsafeMutableRawBufferPointer) { munmap(memory.baseAddress, memory.count) }
}
