import ReactorRecording
import ReactorTerminal

/// Why a trace cannot be played.
enum TraceProblem: Error, Equatable, CustomStringConvertible {
    case empty
    case notJSON(place: JSONPlace, String)
    case missing(key: String, TracePlace?)
    case wrongType(of: String, expected: String, TracePlace?)
    case wrongCount(Int, TracePlace)
    case negative(String, String, TracePlace)
    case tooLarge(String, String, TracePlace)
    case positionPastEnd(Int, length: Int, TracePlace)
    case deletionPastEnd(Range<Int>, length: Int, TracePlace)

    var description: String {
        switch self {
        case .empty:
            "the file is empty; a trace is one JSON object"
        case .notJSON(let place, let what):
            "\(place): this is not JSON: \(what)"
        case .missing(let key, let place):
            Self.at(place) + "the key \"\(key.escaped())\" is missing"
        case .wrongType(let what, let expected, let place):
            Self.at(place) + "\(what) must be \(expected)"
        case .wrongCount(let count, let place):
            Self.at(place) + "a patch has 3 members, [position, deleted, \"inserted\"]; this one has \(count)"
        case .negative(let what, let value, let place):
            Self.at(place) + "the \(what) is negative (\(value))"
        case .tooLarge(let what, let value, let place):
            Self.at(place) + "the \(what) is too large (\(value)); the largest is \(Int32.max)"
        case .positionPastEnd(let position, let length, let place):
            Self.at(place) + "position \(position) is past the end (\(length.codePoints))"
        case .deletionPastEnd(let range, let length, let place):
            Self.at(place)
                + "a deletion of \(range.count.codePoints) at position \(range.lowerBound) "
                + "reaches past the end (\(length.codePoints))"
        }
    }

    private static func at(_ place: TracePlace?) -> String {
        place.map { "\($0): " } ?? ""
    }
}

/// A file that holds no trace that can be played.
struct TraceError: ProgramError, Equatable {
    var file: String
    var problem: TraceProblem

    var description: String {
        "\(file.inputName): \(problem)"
    }
}

/// The edits led to another text than the trace says.
struct EndTextDiffers: ProgramError, Equatable {
    /// Of the first code point that differs.
    var position: Int
    /// Nil where the text has ended already.
    var found: Unicode.Scalar?
    var expected: Unicode.Scalar?

    var description: String {
        "the end text differs from the known one at position \(position): "
            + "\(Self.name(expected)) should be there, \(Self.name(found)) is"
    }

    private static func name(_ scalar: Unicode.Scalar?) -> String {
        guard let scalar else { return "the end" }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let number = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return "'\(String(scalar).escaped())' (\(number))"
    }
}

/// A file that cannot be made.
enum UnwritableFile: ProgramError, Equatable {
    case exists(String)
    case refused(String, reason: String)

    var description: String {
        switch self {
        case .exists(let path): "\(path.escaped()) is there already; name another file, or remove it first"
        case .refused(let path, let reason):
            "cannot write \(path.escaped()): \(reason); name a file in a folder that is there and may be written"
        }
    }
}

/// A recording that cannot be replayed, or not to its end.
struct UnreadableRecording: ProgramError, Equatable {
    var error: ReplayError

    var description: String { "\(error)".escaped() }
}

/// Something that was done could not be recorded whole.
struct IncompleteRecording: ProgramError, Equatable {
    var reason: String

    var description: String { "nothing was kept, because the recording would not be whole: \(reason.escaped())" }
}

extension Int {
    /// Plain digits, because people search for them.
    fileprivate var codePoints: String { "\(self) code point\(self == 1 ? "" : "s")" }
}
