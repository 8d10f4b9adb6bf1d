import ReactorRecording

/// The candidates that can replace a value in a payload. They are always smaller, so that a search ends.
extension JSON {
    /// The smaller values, each once, the smallest first.
    var smaller: [JSON] {
        let all: [JSON] =
            switch self {
            case .bool(true): [.bool(false)]
            case .number(let number): number.smaller.map(JSON.number)
            case .string(let text): text.shorter.map(JSON.string)
            case .null, .bool, .array, .object: []
            }
        var seen: Set<JSON> = [self]
        return all.filter { seen.insert($0).inserted }
    }

    /// The two smallest values.
    var smallest: [JSON] { Array(smaller.prefix(2)) }

    /// Whether the value contains a leaf value.
    func holds(_ value: JSON) -> Bool {
        switch self {
        case .array(let elements): elements.contains { $0.holds(value) }
        case .object(let object): object.members.contains { $0.value.holds(value) }
        case .null: false
        case .bool, .number, .string: self == value
        }
    }

    /// The paths of all arrays and objects, outer ones first.
    var containers: [JSONPath] {
        var paths: [JSONPath] = []
        func visit(_ json: JSON, _ path: JSONPath) {
            switch json {
            case .array(let elements):
                paths.append(path)
                for (index, element) in elements.enumerated() { visit(element, path.appending(.index(index))) }
            case .object(let object):
                paths.append(path)
                for member in object.members { visit(member.value, path.appending(.key(member.key))) }
            case .null, .bool, .number, .string: break
            }
        }
        visit(self, JSONPath())
        return paths
    }

    /// Calls a closure with every leaf value, in order.
    func forEachValue(_ body: (JSON) -> Void) {
        switch self {
        case .array(let elements): for element in elements { element.forEachValue(body) }
        case .object(let object): for member in object.members { member.value.forEachValue(body) }
        case .null: break
        case .bool, .number, .string: body(self)
        }
    }

    /// Returns the value with another value in all places of a leaf value.
    func replacingValues(_ value: JSON, with other: JSON) -> JSON {
        switch self {
        case .array(let elements): .array(elements.map { $0.replacingValues(value, with: other) })
        case .object(let object): .object(object.mapValues { $0.value.replacingValues(value, with: other) })
        case .null: self
        case .bool, .number, .string: self == value ? other : self
        }
    }

    /// Returns the value with another value at a path, or with none there.
    func replacing(_ path: JSONPath, with other: JSON?) -> JSON {
        guard let step = path.steps.first else { return other ?? .null }
        let rest = JSONPath(Array(path.steps.dropFirst()))
        switch (self, step) {
        case (.object(var object), .key(let key)):
            guard let member = object[key] else { return self }
            object[key] = rest.steps.isEmpty ? other : member.replacing(rest, with: other)
            return .object(object)
        case (.array(var elements), .index(let index)) where elements.indices.contains(index):
            elements[index] = elements[index].replacing(rest, with: other)
            return .array(elements)
        default: return self
        }
    }
}

extension JSON.Number {
    /// Numbers nearer to zero: zero, one, without a sign, without a fraction, and halves.
    fileprivate var smaller: [JSON.Number] {
        guard let value = double, value != 0 else { return [] }
        guard let whole = int else {
            let rounded = value.rounded(.towardZero)
            return ([0, 1, abs(value), rounded] as [Double]).filter { $0.magnitude < value.magnitude || $0 > value }
                .compactMap { number in
                    Int(exactly: number).map { JSON.Number($0) } ?? JSON.Number(number)
                }
        }
        var smaller = [0]
        if whole != 1 { smaller.append(1) }
        if whole < 0, whole != .min { smaller.append(-whole) }
        var step = whole / 2
        while step != 0 {
            smaller.append(whole - step)
            step /= 2
        }
        return (whole == 1 ? [0] : smaller.filter { $0 != whole }).map { JSON.Number($0) }
    }
}

extension String {
    /// Shorter texts: none, one letter, each half, all but a quarter, and so on down to one character less.
    fileprivate var shorter: [String] {
        guard !isEmpty else { return [] }
        var shorter = [""]
        let scalars = Array(unicodeScalars)
        guard scalars.count > 1 else { return self > "a" && self <= "z" ? shorter + ["a"] : shorter }
        shorter.append("a")
        var size = scalars.count / 2
        while size > 0 {
            var start = 0
            while start < scalars.count, shorter.count < 256 {
                var view = String.UnicodeScalarView()
                view.append(contentsOf: scalars[..<start])
                view.append(contentsOf: scalars[min(start + size, scalars.count)...])
                shorter.append(String(view))
                start += size
            }
            size /= 2
        }
        return shorter
    }
}
