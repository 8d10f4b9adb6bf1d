/// The way to what is being encoded, and how deep that is. Made into keys only when somebody asks.
struct EncodingPath {
    private indirect enum Way {
        case root
        case key(any CodingKey, in: EncodingPath)
        case index(Int, in: EncodingPath)
        case value(of: EncodingPath)
    }

    private let way: Way
    /// How many arrays and objects it stands in.
    let depth: Int
    /// How many values encode each other here, those included that stand for a single other one.
    private let calls: Int

    /// The beginning, in so many arrays and objects that are written around it.
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

    /// The way to what stands for the value here.
    var inside: EncodingPath { EncodingPath(.value(of: self), depth: depth, calls: calls + 1) }

    /// Whether no value can stand here. An optional is two of them, and so may everything be.
    var isTooDeep: Bool { depth > JSON.depthLimit || calls > 2 * JSON.depthLimit + 1 }

    /// Whether an array or an object can stand here.
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

    /// The error of a value that is nested too deeply.
    func tooDeep(_ value: Any) -> EncodingError {
        refusal(
            of: value,
            "it is nested in more than \(JSON.depthLimit) arrays and objects, and could not be decoded again. Make it flatter, for "
                + "example a list of nodes that refer to each other by id.")
    }

    /// The error of an optional that is not nil and would be encoded as null, most often an optional inside an optional.
    func ambiguousNull(_ value: Any) -> EncodingError {
        refusal(
            of: value,
            "it is an optional that is not nil and would be encoded as null, which is decoded as nil. Use a type that "
                + "distinguishes the two.")
    }

    /// The error of a value that cannot be encoded at this place, for this reason.
    func refusal(of value: Any, _ reason: String) -> EncodingError {
        .invalidValue(value, EncodingError.Context(codingPath: keys, debugDescription: reason))
    }
}
