import Foundation

/// The result of Foundation's decoder for a text, with every string and number in it decoded.
enum FoundationVerdict {
    static func accepts(_ bytes: [UInt8]) -> Bool {
        (try? JSONDecoder().decode(Everything.self, from: Data(bytes))) != nil
    }

    private struct Everything: Decodable {
        init(from decoder: any Decoder) throws {
            if let object = try? decoder.container(keyedBy: AnyKey.self) {
                for key in object.allKeys { _ = try object.decode(Everything.self, forKey: key) }
            } else if var array = try? decoder.unkeyedContainer() {
                while !array.isAtEnd { _ = try array.decode(Everything.self) }
            } else {
                let single = try decoder.singleValueContainer()
                if single.decodeNil() || (try? single.decode(Bool.self)) != nil { return }
                if (try? single.decode(String.self)) != nil { return }
                _ = try single.decode(Double.self)
            }
        }
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
