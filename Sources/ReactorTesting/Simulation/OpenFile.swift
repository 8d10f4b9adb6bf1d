import Reactor
import ReactorRecording

/// A file of a simulated disk that one process has open.
final class OpenFile: File {
    private let disk: SimulatedDisk
    private let node: Int
    /// The process that opened it.
    private let life: Int
    private let holdsLock = Guarded(false)

    init(_ disk: SimulatedDisk, _ node: Int, life: Int) {
        self.disk = disk
        self.node = node
        self.life = life
    }

    deinit {
        guard holdsLock.withLock({ $0 }) else { return }
        disk.content.withLock { content in
            if content.life == life { content.nodes[node].isLocked = false }
        }
    }

    /// Calls a closure with the file, unless the process has ended.
    private func use<Result>(
        _ call: String, _ body: (inout SimulatedDisk.Node) -> Result
    ) throws(SystemError) -> Result {
        let result = disk.content.withLock { content in
            content.life == life ? body(&content.nodes[node]) : nil
        }
        guard let result else { throw SystemError(call: call, path: "file \(node)", code: SystemError.isBroken) }
        return result
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(SystemError) -> Int {
        try use("read") { node in
            let bytes = node.bytes.dropFirst(Int(clamping: offset)).prefix(buffer.count)
            buffer.copyBytes(from: bytes)
            return bytes.count
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(SystemError) -> Int {
        try use("write") { node in
            node.change(.write(Array(bytes), at: Int(clamping: offset)))
            return bytes.count
        }
    }

    func sync(_ strength: SyncStrength) throws(SystemError) { try use("sync") { $0.sync() } }

    func truncate(to size: UInt64) throws(SystemError) {
        try use("truncate") { $0.change(.truncate(to: Int(clamping: size))) }
    }

    func size() throws(SystemError) -> UInt64 { try use("size") { UInt64($0.bytes.count) } }

    func identity() throws(SystemError) -> FileIdentity { disk.identity(node) }

    func tryLock() throws(SystemError) -> Bool {
        let isTaken = try use("lock") { node in
            defer { node.isLocked = true }
            return node.isLocked
        }
        if !isTaken { holdsLock.withLock { $0 = true } }
        return !isTaken
    }

    func isLocked() throws(SystemError) -> Bool {
        let isTaken = try use("lock") { $0.isLocked }
        return isTaken && !holdsLock.withLock { $0 }
    }
}
