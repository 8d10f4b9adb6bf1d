/// The path and depth of the value that is being encoded. It is only converted into keys on request.
struct EncodingPath {
    private indirect enum Way {
        case root
        case key(any CodingKey, in: EncodingPath)
        case index(Int, in: EncodingPath)
        case value(of: EncodingPath)
    }

    private let way: Way
    /// The number of arrays and objects around the value.
    let depth: Int
    /// The number of nested `encode(to:)` calls, with single value containers.
    private let calls: Int

    /// Creates the root path, inside of this many arrays and objects.
    init(below depth: Int = 0) { self.init(.root, depth: depth, calls: depth) }

    private init(_ way: Way, depth: Int, calls: Int) {
        self.way = way
        self.depth = depth
        self.calls = calls
    }

    func appending(_ key: any CodingKey) -> EncodingPath {
        EncodingPath(.key(key, in: self), depth: depth + 1, calls: calls + 1)
    }

    func appending(_ index: Int) -> EncodingPath {
        EncodingPath(.index(index, in: self), depth: depth + 1, calls: calls + 1)
    }

    /// The path of a value in a single value container.
    var inside: EncodingPath { EncodingPath(.value(of: self), depth: depth, calls: calls + 1) }

    /// Whether the value is nested too deeply. An optional is two calls, and every value can be an optional.
    var isTooDeep: Bool { depth > JSON.depthLimit || calls > 2 * JSON.depthLimit + 1 }

    /// Whether an array or an object is allowed here.
    var takesContainer: Bool { depth < JSON.depthLimit }

    var keys: [any CodingKey] {
        var keys: [any CodingKey] = []
        var path = self
        while true {
            switch path.way {
            case .root: return keys.reversed()
            case .key(let key, let parent):
                keys.append(key)
                path = parent
            case .index(let index, let parent):
                keys.append(IndexKey(index))
                path = parent
            case .value(let parent): path = parent
            }
        }
    }

    /// Returns the error of a value that is nested too deeply.
    func tooDeep(_ value: Any) -> EncodingError {
        refusal(
            of: value,
            "it is nested in more than \(JSON.depthLimit) arrays and objects, and could not be decoded again. Make it flatter, for "
                + "example a list of nodes that refer to each other by id.")
    }

    /// Returns the error of a non-nil optional that would be encoded as null, usually a nested optional.
    func ambiguousNull(_ value: Any) -> EncodingError {
        refusal(
            of: value,
            "it is an optional that is not nil and would be encoded as null, which is decoded as nil. Use a type that "
                + "distinguishes the two.")
    }

    /// Returns the error of a value that cannot be encoded here.
    func refusal(of value: Any, _ reason: String) -> EncodingError {
        .invalidValue(value, EncodingError.Context(codingPath: keys, debugDescription: reason))
    }
}
