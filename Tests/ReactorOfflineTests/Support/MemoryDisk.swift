import Reactor
import ReactorRecording
import ReactorTestSupport

/// In-memory files of a process that can end in the middle of any call.
///
/// Earlier writes are preserved, and so is the beginning of the write in progress. Every later call fails.
final class MemoryDisk: FileSystem {
    final class Node: Sendable {
        let bytes: Locked<[UInt8]>
        let isLocked = Locked(false)

        init(_ bytes: [UInt8] = []) { self.bytes = Locked(bytes) }
    }

    private struct Content {
        var names: [String: Node] = [:]
        var folders: Set<String> = ["/"]
        var calls = 0
        var onDeath: @Sendable () -> Void = {}
    }

    private let content = Locked(Content())
    /// The call in which the process ends, or nil for no end.
    private let lastCall: Int?

    init(lastCall: Int? = nil) { self.lastCall = lastCall }

    /// Whether the process has ended.
    var isDead: Bool { content.withLock { $0.calls >= lastCall ?? .max } }

    /// The number of calls.
    var calls: Int { content.withLock { $0.calls } }

    /// Calls the closure once, when the process ends.
    func whenDead(_ body: @escaping @Sendable () -> Void) {
        let isDead = content.withLock { content in
            content.onDeath = body
            return content.calls >= lastCall ?? .max
        }
        if isDead { body() }
    }

    /// Returns the disk of the next process.
    func survivors() -> MemoryDisk {
        let other = MemoryDisk()
        let (names, folders) = content.withLock { ($0.names, $0.folders) }
        for (path, node) in names { other[path] = node.bytes.copy }
        other.content.withLock { $0.folders = folders }
        return other
    }

    subscript(path: String) -> [UInt8] {
        get { content.withLock { $0.names[path] }?.bytes.copy ?? [] }
        set { content.withLock { $0.names[path] = Node(newValue) } }
    }

    var files: [String: [UInt8]] { content.withLock { $0.names }.mapValues(\.bytes.copy) }

    /// Returns the joined segments of a journal.
    func journal(_ folder: String) -> String {
        let segments = content.withLock { $0.names }.filter { $0.key.hasPrefix(folder) && $0.key.hasSuffix(".jsonl") }
        return segments.sorted { $0.key < $1.key }.map { String(decoding: $0.value.bytes.copy, as: UTF8.self) }.joined()
    }

    /// Returns the configuration of a journal on this disk, which is written without delay.
    func configuration(
        clock: RuntimeClock = RuntimeClock(.continuous), executor: (any SerialExecutor)? = nil
    ) -> JournalConfiguration {
        var configuration = JournalConfiguration(
            app: "tests", durability: .process, gathering: .zero, clock: clock,
            now: { Timestamp(millisecondsSince1970: 0) }, executor: executor, report: { _ in })
        configuration.fileSystem = self
        return configuration
    }

    /// Counts a call.
    ///
    /// - Returns: Whether the process ends in the middle of it.
    fileprivate func begin(_ call: String, _ path: String) throws(SystemError) -> Bool {
        let (isLast, isLate, onDeath) = content.withLock { content in
            content.calls += 1
            return (content.calls == lastCall, content.calls > lastCall ?? .max, content.onDeath)
        }
        if isLast { onDeath() }
        if isLate { throw gone(call, path) }
        return isLast
    }

    /// Returns the error of calls after the end of the process (EIO).
    fileprivate func gone(_ call: String, _ path: String) -> SystemError {
        SystemError(call: call, path: path, code: 5)
    }

    private func ask<Result>(
        _ call: String, _ path: String, _ body: (inout Content) -> Result?
    ) throws(SystemError) -> Result {
        if try begin(call, path) { throw gone(call, path) }
        // ENOENT
        guard let result = content.withLock({ body(&$0) }) else { throw SystemError(call: call, path: path, code: 2) }
        return result
    }

    func open(_ path: String, _ mode: OpenMode) throws(SystemError) -> any File {
        let node = try ask("open", path) { content -> Node? in
            if let node = content.names[path] {
                if case .replace = mode { node.bytes.withLock { $0 = [] } }
                return node
            }
            if case .read = mode { return nil }
            let node = Node()
            content.names[path] = node
            return node
        }
        return MemoryFile(self, node, path)
    }

    func makeFolder(_ path: String) throws(SystemError) { try ask("mkdir", path) { _ = $0.folders.insert(path) } }

    func list(_ path: String) throws(SystemError) -> [String] {
        try ask("list", path) { content in
            content.names.keys.filter { $0.hasPrefix(path + "/") }.map { String($0.dropFirst(path.utf8.count + 1)) }
        }
    }

    func rename(_ path: String, to other: String) throws(SystemError) {
        try ask("rename", path) { $0.names[other] = $0.names.removeValue(forKey: path) }
    }

    func remove(_ path: String) throws(SystemError) { try ask("unlink", path) { $0.names[path] = nil } }

    func syncFolder(_ path: String) throws(SystemError) { try ask("sync", path) { _ in } }

    func kind(of path: String) throws(SystemError) -> FileKind? {
        try ask("stat", path) { content -> FileKind?? in
            .some(content.names[path] != nil ? .file : content.folders.contains(path) ? .folder : nil)
        }
    }

    func identity(of path: String) throws(SystemError) -> FileIdentity? {
        try ask("stat", path) { content -> FileIdentity?? in .some(content.names[path].map(FileIdentity.init)) }
    }
}

extension FileIdentity {
    fileprivate init(_ node: MemoryDisk.Node) {
        self.init(device: .max, node: UInt64(UInt(bitPattern: ObjectIdentifier(node))))
    }
}

private final class MemoryFile: File {
    private let disk: MemoryDisk
    private let node: MemoryDisk.Node
    private let path: String
    private let hasLock = Locked(false)

    init(_ disk: MemoryDisk, _ node: MemoryDisk.Node, _ path: String) {
        self.disk = disk
        self.node = node
        self.path = path
    }

    deinit {
        if hasLock.copy { node.isLocked.withLock { $0 = false } }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(SystemError) -> Int {
        if try disk.begin("read", path) { throw disk.gone("read", path) }
        let bytes = node.bytes.copy
        let start = min(Int(offset), bytes.count)
        let count = min(buffer.count, bytes.count - start)
        buffer.copyBytes(from: bytes[start..<(start + count)])
        return count
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(SystemError) -> Int {
        let isLast = try disk.begin("write", path)
        let written = Array(isLast ? bytes.prefix(bytes.count / 2) : bytes[...])
        node.bytes.withLock { held in
            held += repeatElement(0, count: max(0, Int(offset) + written.count - held.count))
            held.replaceSubrange(Int(offset)..<(Int(offset) + written.count), with: written)
        }
        if isLast { throw disk.gone("write", path) }
        return written.count
    }

    func sync(_ strength: SyncStrength) throws(SystemError) {
        if try disk.begin("sync", path) { throw disk.gone("sync", path) }
    }

    func truncate(to size: UInt64) throws(SystemError) {
        if try disk.begin("truncate", path) { throw disk.gone("truncate", path) }
        node.bytes.withLock { bytes in
            bytes = Array(bytes.prefix(Int(size)))
            bytes += repeatElement(0, count: Int(size) - bytes.count)
        }
    }

    func size() throws(SystemError) -> UInt64 {
        if try disk.begin("size", path) { throw disk.gone("size", path) }
        return UInt64(node.bytes.copy.count)
    }

    func identity() throws(SystemError) -> FileIdentity {
        if try disk.begin("stat", path) { throw disk.gone("stat", path) }
        return FileIdentity(node)
    }

    func tryLock() throws(SystemError) -> Bool {
        if try disk.begin("lock", path) { throw disk.gone("lock", path) }
        if hasLock.copy { return true }
        let isTaken = node.isLocked.withLock { isLocked in
            defer { isLocked = true }
            return !isLocked
        }
        if isTaken { hasLock.withLock { $0 = true } }
        return isTaken
    }

    func isLocked() throws(SystemError) -> Bool {
        if try disk.begin("lock", path) { throw disk.gone("lock", path) }
        return node.isLocked.copy && !hasLock.copy
    }
}
