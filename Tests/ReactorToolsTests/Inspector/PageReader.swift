import Foundation

@testable import ReactorRecording
@testable import ReactorTools

/// Reads the data of a page back.
struct PageReader {
    private let text: String

    init(_ page: [UInt8]) { text = String(decoding: page, as: UTF8.self) }

    func json(id: String) throws -> JSON { try JSON(parsing: blocks("id=\"\(id)\"").joined()) }

    func rows() throws -> [JSON] {
        try blocks("class=\"steps\"").flatMap { try JSON(parsing: $0).array ?? [] }
    }

    private func blocks(_ attribute: String) -> [String] {
        text.components(separatedBy: "<script type=\"application/json\" \(attribute)>").dropFirst().compactMap {
            $0.components(separatedBy: "</script>").first
        }
    }

    /// A value in the format of a page, with numbers that a browser cannot represent as text.
    static func asShown(_ json: JSON) throws -> JSON { try JSON(parsing: json.text(.page)) }
}
