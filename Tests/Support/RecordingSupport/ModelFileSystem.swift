import Foundation
import ReactorRecording
import ReactorTesting

/// Files in memory that behave like disks in the worst case: unsynced data is lost in any part and order when the power fails,
/// a failed sync discards the data that it should have written, and any call may be refused, interrupted or done in part.
package final class ModelFileSystem: FileSystem, @unchecked Sendable {
    // Sendable: all properties below are read and written only with `lock` locked.
    package enum Trouble: Hashable {
        case error(Int32)
        /// Reads and writes do one byte only.
        case short
    }

    enum Change {
        case write(Int, [UInt8])
        case truncate(Int)
    }

    final class Node {
        var current: [UInt8] = []
        var durable: [UInt8] = []
        /// The data that a sync would write to the disk.
        var unsynced: [Change] = []
        weak var locker: ModelFile?
    }

    enum NameChange {
        case set(String, Node)
        case rename(String, String)
        case remove(String)
    }

    private static let mostCalls = 300_000
    private let lock = NSLock()
    private var names: [String: Node] = [:]
    private var durableNames: [String: Node] = [:]
    private var unsyncedNames: [NameChange] = []
    private var folders: Set<String> = ["/"]
    private var generation = 0
    private var calls = 0
    private var allCalls = 0
    private var build: UInt64?
    /// The fault of a call, by its number.
    private var trouble: (Int, String) -> Trouble? = { _, _ in nil }
    /// The call in which the process ends.
    private let lastCall: Int
    private var onEnd: @Sendable () -> Void = {}

    /// - Parameter lastCall: The call in which the process ends: a write is done in part, and every later call fails.
    package init(lastCall: Int = .max) { self.lastCall = lastCall }

    fileprivate func locked<Result>(_ body: () throws(SystemError) -> Result) throws(SystemError) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    // MARK: For tests

    package func setTrouble(_ trouble: @escaping (_ call: Int, _ name: String) -> Trouble?) {
        lock.withLock {
            calls = 0
            self.trouble = trouble
        }
    }

    /// The build of the program that runs on it.
    package var program: UInt64? {
        get { lock.withLock { build } }
        set { lock.withLock { build = newValue } }
    }

    /// Whether the process has ended.
    package var isDead: Bool { lock.withLock { calls >= lastCall } }

    /// Calls the closure once, when the process ends.
    package func whenDead(_ body: @escaping @Sendable () -> Void) {
        let isDead = lock.withLock {
            onEnd = body
            return calls >= lastCall
        }
        if isDead { body() }
    }

    /// The current content of all files.
    package var files: [String: [UInt8]] { lock.withLock { names.mapValues(\.current) } }

    package var callCount: Int { lock.withLock { calls } }

    package subscript(path: String) -> [UInt8]? {
        get { lock.withLock { names[path]?.current } }
        set {
            lock.withLock {
                let node = Node()
                node.current = newValue ?? []
                node.durable = newValue ?? []
                names[path] = newValue == nil ? nil : node
                durableNames[path] = names[path]
            }
        }
    }

    /// A copy with the same files, all of them on the disk.
    package func copy(lastCall: Int = .max) -> ModelFileSystem {
        let other = ModelFileSystem(lastCall: lastCall)
        lock.withLock {
            other.folders = folders
            for (path, node) in names { other[path] = node.current }
        }
        return other
    }

    /// The process has ended; the data that it passed to the system remains.
    package func kill() { lock.withLock { release() } }

    /// The power has failed.
    package func losePower(_ random: inout SeededRandom) {
        lock.lock()
        defer { lock.unlock() }
        release()
        for change in unsyncedNames where random.chance(50) { change.apply(to: &durableNames) }
        unsyncedNames = []
        names = durableNames
        for node in Set(names.values.map(ObjectIdentifier.init)).compactMap({ id in
            names.values.first { ObjectIdentifier($0) == id }
        }) {
            let changes = random.chance(30) ? [] : node.unsynced.flatMap { $0.sectors }.shuffled(using: &random)
            let keeps = random.below(101)
            for change in changes where random.chance(keeps) { change.apply(to: &node.durable) }
            // A sector can be written in part.
            if case .write(let offset, let bytes)? = changes.first, random.chance(30) {
                ModelFileSystem.Change.write(offset, Array(bytes.prefix(random.below(bytes.count + 1))))
                    .apply(to: &node.durable)
            }
            node.unsynced = []
            node.current = node.durable
        }
    }

    private func release() {
        generation += 1
        for node in names.values { node.locker = nil }
    }

    fileprivate func begin(_ call: String, _ path: String, _ generation: Int? = nil) throws(SystemError) -> Bool {
        if let generation, generation != self.generation { throw SystemError(call: call, path: path, code: EBADF) }
        // A caller that calls endlessly fails, and does not block the tests.
        allCalls += 1
        guard allCalls < Self.mostCalls else { throw SystemError(call: call, path: path, code: EIO) }
        calls += 1
        if calls == lastCall { onEnd() }
        if calls >= lastCall {
            if calls == lastCall, call == "write" { return true }
            throw SystemError(call: call, path: path, code: EIO)
        }
        switch trouble(calls, call) {
        case nil: return false
        case .short: return true
        case .error(let code): throw SystemError(call: call, path: path, code: code)
        }
    }

    // MARK: FileSystem

    package func open(_ path: String, _ mode: OpenMode) throws(SystemError) -> any File {
        try locked { () throws(SystemError) in
            _ = try begin("open", path)
            if names[path] == nil {
                if case .read = mode { throw SystemError(call: "open", path: path, code: ENOENT) }
                let node = Node()
                names[path] = node
                unsyncedNames.append(.set(path, node))
            }
            guard let node = names[path] else { throw SystemError(call: "open", path: path, code: ENOENT) }
            if case .replace = mode { node.change(.truncate(0)) }
            return ModelFile(self, node, path, generation)
        }
    }

    package func makeFolder(_ path: String) throws(SystemError) {
        try locked { () throws(SystemError) in
            _ = try begin("mkdir", path)
            if !folders.insert(path).inserted { throw SystemError(call: "mkdir", path: path, code: EEXIST) }
        }
    }

    package func list(_ path: String) throws(SystemError) -> [String] {
        try locked { () throws(SystemError) in
            _ = try begin("list", path)
            return names.keys.filter { Path.parent(of: $0) == path }.map { Path.name(of: $0) }
        }
    }

    package func rename(_ path: String, to other: String) throws(SystemError) {
        try locked { () throws(SystemError) in
            _ = try begin("rename", path)
            unsyncedNames.append(.rename(path, other))
            NameChange.rename(path, other).apply(to: &names)
        }
    }

    package func remove(_ path: String) throws(SystemError) {
        try locked { () throws(SystemError) in
            _ = try begin("unlink", path)
            unsyncedNames.append(.remove(path))
            names[path] = nil
        }
    }

    package func syncFolder(_ path: String) throws(SystemError) {
        try locked { () throws(SystemError) in
            _ = try begin("syncFolder", path)
            for change in unsyncedNames { change.apply(to: &durableNames) }
            unsyncedNames = []
        }
    }

    package func kind(of path: String) throws(SystemError) -> FileKind? {
        try locked { () throws(SystemError) in
            _ = try begin("stat", path)
            return names[path] != nil ? .file : folders.contains(path) ? .folder : nil
        }
    }

    /// Memory that is not part of a file: only its existence matters.
    package func map(_ path: String, bytes: Int) throws(SystemError) -> MappedFile? {
        try locked { () throws(SystemError) in
            _ = try begin("map", path)
            let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes, alignment: 16)
            memory.initializeMemory(as: UInt8.self, repeating: 0)
            let address = UInt(bitPattern: memory.baseAddress)
            return MappedFile(memory) { UnsafeMutableRawPointer(bitPattern: address)?.deallocate() }
        }
    }

    package func identity(of path: String) throws(SystemError) -> FileIdentity? {
        try locked { () throws(SystemError) in
            _ = try begin("stat", path)
            return names[path].map { FileIdentity(of: $0) }
        }
    }
}

final class ModelFile: File, @unchecked Sendable {
    // Sendable: the node is read and written only under the lock of the file system.
    private let system: ModelFileSystem
    private let node: ModelFileSystem.Node
    private let path: String
    private let generation: Int

    init(_ system: ModelFileSystem, _ node: ModelFileSystem.Node, _ path: String, _ generation: Int) {
        self.system = system
        self.node = node
        self.path = path
        self.generation = generation
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(SystemError) -> Int {
        try system.locked { () throws(SystemError) in
            let isShort = try system.begin("read", path, generation)
            let start = min(Int(offset), node.current.count)
            let count = min(isShort ? 1 : buffer.count, node.current.count - start)
            buffer.copyBytes(from: node.current[start..<(start + count)])
            return count
        }
    }

    package func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(SystemError) -> Int {
        try system.locked { () throws(SystemError) in
            let isShort = try system.begin("write", path, generation)
            let written = Array(isShort ? bytes.prefix(1) : bytes[...])
            node.change(.write(Int(offset), written))
            return written.count
        }
    }

    package func sync(_ strength: SyncStrength) throws(SystemError) {
        try system.locked { () throws(SystemError) in
            do throws(SystemError) {
                _ = try system.begin("sync", path, generation)
            } catch {
                // The system treats data that it could not write as written.
                node.unsynced = []
                throw error
            }
            for change in node.unsynced { change.apply(to: &node.durable) }
            node.unsynced = []
        }
    }

    package func truncate(to size: UInt64) throws(SystemError) {
        try system.locked { () throws(SystemError) in
            _ = try system.begin("truncate", path, generation)
            node.change(.truncate(Int(size)))
        }
    }

    package func size() throws(SystemError) -> UInt64 {
        try system.locked { () throws(SystemError) in
            _ = try system.begin("size", path, generation)
            return UInt64(node.current.count)
        }
    }

    package func identity() throws(SystemError) -> FileIdentity {
        try system.locked { () throws(SystemError) in
            _ = try system.begin("stat", path, generation)
            return FileIdentity(of: node)
        }
    }

    package func tryLock() throws(SystemError) -> Bool {
        try system.locked { () throws(SystemError) in
            _ = try system.begin("lock", path, generation)
            if node.locker != nil && node.locker !== self { return false }
            node.locker = self
            return true
        }
    }

    package func isLocked() throws(SystemError) -> Bool {
        try system.locked { () throws(SystemError) in
            _ = try system.begin("lock", path, generation)
            return node.locker != nil && node.locker !== self
        }
    }
}

extension FileIdentity {
    fileprivate init(of node: ModelFileSystem.Node) {
        self.init(device: .max, node: UInt64(UInt(bitPattern: ObjectIdentifier(node))))
    }
}

extension ModelFileSystem.Node {
    fileprivate func change(_ change: ModelFileSystem.Change) {
        change.apply(to: &current)
        unsynced.append(change)
    }
}

extension ModelFileSystem.Change {
    func apply(to bytes: inout [UInt8]) {
        switch self {
        case .truncate(let size):
            if size < bytes.count { bytes.removeSubrange(size...) }
            bytes += repeatElement(0, count: max(0, size - bytes.count))
        case .write(let offset, let written):
            bytes += repeatElement(0, count: max(0, offset + written.count - bytes.count))
            bytes.replaceSubrange(offset..<(offset + written.count), with: written)
        }
    }

    /// The parts that reach the disk or not, independently.
    fileprivate var sectors: [ModelFileSystem.Change] {
        guard case .write(let offset, let bytes) = self else { return [self] }
        var parts: [ModelFileSystem.Change] = []
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, (offset + start) / 512 * 512 + 512 - offset)
            parts.append(.write(offset + start, Array(bytes[start..<end])))
            start = end
        }
        return parts
    }
}

extension ModelFileSystem.NameChange {
    fileprivate func apply(to names: inout [String: ModelFileSystem.Node]) {
        switch self {
        case .set(let path, let node): names[path] = node
        case .remove(let path): names[path] = nil
        case .rename(let path, let other):
            guard let node = names.removeValue(forKey: path) else { return }
            names[other] = node
        }
    }
}
