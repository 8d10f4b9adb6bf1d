/// What encoding gave the last time, so that what did not change since is taken from there.
///
/// A value is the same when its bytes are: `==` may pass over a member, or take two spellings of a text for one. Bytes are
/// proof enough because the last value is kept. What it refers to stays where it is, and whoever changes a value that is
/// held by another changes a copy. What a class in a state changes in place is not seen.
///
/// One stands for the values inside of one value, in the order in which they are encoded.
package final class EncodingMemory {
    private let before: [EncodedValue]
    private var next = 0
    /// What was encoded this time.
    private(set) var kept: [EncodedValue] = []

    /// Nothing was encoded yet.
    package convenience init() { self.init(after: []) }

    init(after before: [EncodedValue]) { self.before = before }

    /// The JSON of a value that was encoded the last time, here or one place from here: one value that came or went
    /// leaves the others known.
    func recall<Value: Encodable>(_ value: Value) -> JSON? {
        withUnsafeBytes(of: value) { bytes in
            for place in [next, next + 1, next - 1] where before.indices.contains(place) {
                guard before[place].isSame(as: bytes, Value.self) else { continue }
                next = place + 1
                kept.append(before[place])
                return before[place].json
            }
            return nil
        }
    }

    /// What is remembered of the parts of the value that stood here.
    func parts(of type: Any.Type) -> [EncodedValue] {
        before.indices.contains(next) && before[next].type == type ? before[next].parts : []
    }

    /// Remembers a value, but for one that is a single text or number: encoding it again is faster.
    func keep<Value: Encodable>(_ value: Value, _ json: JSON, _ parts: [EncodedValue]) {
        switch json {
        case .array, .object:
            kept.append(EncodedValueOf(value, json, parts))
            next += 1
        case .null, .bool, .number, .string: return
        }
    }
}

/// A value that was encoded, and what came of it.
class EncodedValue {
    let type: Any.Type
    let json: JSON
    let parts: [EncodedValue]

    fileprivate init(_ type: Any.Type, _ json: JSON, _ parts: [EncodedValue]) {
        self.type = type
        self.json = json
        self.parts = parts
    }

    func isSame(as bytes: UnsafeRawBufferPointer, _ type: Any.Type) -> Bool { false }
}

private final class EncodedValueOf<Value: Encodable>: EncodedValue {
    private let value: Value

    init(_ value: Value, _ json: JSON, _ parts: [EncodedValue]) {
        self.value = value
        super.init(Value.self, json, parts)
    }

    override func isSame(as bytes: UnsafeRawBufferPointer, _ type: Any.Type) -> Bool {
        type == Value.self && withUnsafeBytes(of: value) { $0.elementsEqual(bytes) }
    }
}
