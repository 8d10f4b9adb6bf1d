import Reactor
import ReactorRecording

/// An in-memory disk for journals in a simulation. It outlives the programs that write to it. A power loss discards changes that
/// were not synced, and may keep a part of a write.
///
/// ```swift
/// try await Simulation.check(seeds: 0..<100) { sim in
///     let disk = SimulatedDisk()
///     var random = sim.random
///     disk.crash(losesPower: true, &random)                     // what was written before, and was not durable, may be gone
/// }
/// ```
public final class SimulatedDisk: FileSystem {
    /// A file as the system shows it, and as it would be after a power loss.
    struct Node {
        var bytes: [UInt8] = []
        var kept: [UInt8] = []
        /// The changes since the last sync.
        var changes: [FileChange] = []
        var isLocked = false
    }

    enum FileChange {
        case write([UInt8], at: Int)
        case truncate(to: Int)
    }

    enum Naming {
        case name(String, Int?)
        case rename(String, String)
    }

    struct Volume {
        var nodes: [Node] = []
        var names: [String: Int] = [:]
        var keptNames: [String: Int] = [:]
        /// The changes of names since the last sync of the folder.
        var namings: [Naming] = []
        var folders: Set<String> = ["/"]
        /// The number of crashes. Files that were opened before the last crash are invalid.
        var life = 0
    }

    let content = Guarded(Volume())

    /// Creates an empty disk.
    public init() {}

    /// Crashes the process that uses the disk, or simulates a power loss.
    public func crash(losesPower: Bool, _ random: inout SeededRandom) {
        var drawn = random
        content.withLock { $0.crash(losesPower: losesPower, &drawn) }
        random = drawn
    }

    // MARK: Names

    package func open(_ path: String, _ mode: OpenMode) throws(SystemError) -> any File {
        let opened = content.withLock { content -> (node: Int, life: Int)? in
            if let node = content.names[path] {
                if mode == .replace { content.nodes[node].change(.truncate(to: 0)) }
                return (node, content.life)
            }
            if mode == .read { return nil }
            content.nodes.append(Node())
            content.perform(.name(path, content.nodes.count - 1))
            return (content.nodes.count - 1, content.life)
        }
        guard let opened else { throw SystemError(call: "open", path: path, code: SystemError.isMissing) }
        return OpenFile(self, opened.node, life: opened.life)
    }

    package func makeFolder(_ path: String) throws(SystemError) { content.withLock { _ = $0.folders.insert(path) } }

    package func list(_ path: String) throws(SystemError) -> [String] {
        content.withLock { content in
            content.names.keys.filter { Path.parent(of: $0) == path }.map { Path.name(of: $0) }.sorted()
        }
    }

    package func rename(_ path: String, to other: String) throws(SystemError) {
        content.withLock { $0.perform(.rename(path, other)) }
    }

    package func remove(_ path: String) throws(SystemError) { content.withLock { $0.perform(.name(path, nil)) } }

    package func syncFolder(_ path: String) throws(SystemError) {
        content.withLock { content in
            content.keptNames = content.names
            content.namings = []
        }
    }

    package func kind(of path: String) throws(SystemError) -> FileKind? {
        content.withLock { $0.folders.contains(path) ? .folder : $0.names[path] == nil ? nil : .file }
    }

    package func identity(of path: String) throws(SystemError) -> FileIdentity? {
        content.withLock { $0.names[path] }.map(identity)
    }

    func identity(_ node: Int) -> FileIdentity {
        FileIdentity(device: UInt64(UInt(bitPattern: ObjectIdentifier(self))), node: UInt64(node))
    }
}

extension SystemError {
    /// `ENOENT` and `EIO`, which have these numbers on all platforms.
    fileprivate static let isMissing: Int32 = 2
    static let isBroken: Int32 = 5
}

extension SimulatedDisk.Node {
    mutating func change(_ change: SimulatedDisk.FileChange) {
        changes.append(change)
        bytes.apply(change)
    }

    mutating func sync() {
        kept = bytes
        changes = []
    }

    /// Applies the changes up to a random one, and perhaps a part of the next change.
    mutating func losePower(_ random: inout SeededRandom) {
        let whole = random.below(changes.count + 1)
        for change in changes.prefix(whole) { kept.apply(change) }
        if whole < changes.count, case .write(let written, let place) = changes[whole] {
            kept.apply(.write(Array(written.prefix(random.below(written.count + 1))), at: place))
        }
        bytes = kept
        changes = []
    }
}

extension SimulatedDisk.Volume {
    mutating func perform(_ naming: SimulatedDisk.Naming) {
        namings.append(naming)
        names.apply(naming)
    }

    mutating func crash(losesPower: Bool, _ random: inout SeededRandom) {
        life += 1
        for index in nodes.indices {
            nodes[index].isLocked = false
            if losesPower { nodes[index].losePower(&random) }
        }
        guard losesPower else { return }
        for naming in namings.prefix(random.below(namings.count + 1)) { keptNames.apply(naming) }
        names = keptNames
        namings = []
    }
}

extension [String: Int] {
    fileprivate mutating func apply(_ naming: SimulatedDisk.Naming) {
        switch naming {
        case .name(let path, let node): self[path] = node
        case .rename(let path, let other): self[other] = removeValue(forKey: path)
        }
    }
}

extension [UInt8] {
    fileprivate mutating func apply(_ change: SimulatedDisk.FileChange) {
        switch change {
        case .truncate(let size):
            if count > size {
                removeSubrange(size...)
            } else {
                append(contentsOf: repeatElement(0, count: size - count))
            }
        case .write(let written, let place):
            if count < place { append(contentsOf: repeatElement(0, count: place - count)) }
            replaceSubrange(place..<Swift.min(count, place + written.count), with: written)
        }
    }
}
