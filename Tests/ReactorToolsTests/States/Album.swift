import Foundation
import Reactor
import Synchronization

/// A value of every shape that encodes itself, some of them by hand.
struct Album: Codable, Equatable {
    struct Page: Codable, Equatable {
        var id: Int
        var caption: String
        var tags: Set<String> = []
        var size: Size?
    }

    struct Size: Codable, Equatable {
        var isWide: Bool
        var height: Double
    }

    enum Cover: Codable, Equatable {
        case none
        case page(Page)
        case pair(Page, [Page])
    }

    /// Encodes into its own containers, and a value that is created for it alone.
    struct Notes: Codable, Equatable {
        var texts: [String] = []
        var pages: [Page] = []

        private enum Keys: CodingKey { case lengths, inner, texts, pages }

        init(texts: [String] = [], pages: [Page] = []) {
            self.texts = texts
            self.pages = pages
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            texts = try container.decode([String].self, forKey: .texts)
            pages = try container.nestedContainer(keyedBy: Keys.self, forKey: .inner).decode(
                [Page].self, forKey: .pages)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            var lengths = container.nestedUnkeyedContainer(forKey: .lengths)
            for text in texts { try lengths.encode([text.utf8.count, texts.count]) }
            var inner = container.nestedContainer(keyedBy: Keys.self, forKey: .inner)
            try inner.encode(pages, forKey: .pages)
            try container.encode(texts.map { "\($0)" }, forKey: .texts)
        }
    }

    var title = ""
    var pages: [Page] = []
    var cover = Cover.none
    var byName: [String: Page] = [:]
    var byNumber: [Int: [Page]] = [:]
    var notes = Notes()
    var last: Date?
}

extension Album {
    /// Changes one thing or another.
    mutating func change(_ random: inout some RandomNumberGenerator) {
        func page() -> Page {
            Page(
                id: .random(in: 0..<9, using: &random),
                caption: ["", "e\u{301}", "é", "a long caption, not kept in place"]
                    .randomElement(using: &random) ?? "",
                tags: Set((0..<Int.random(in: 0..<4, using: &random)).map { "t\($0)" }),
                size: Bool.random(using: &random)
                    ? Size(
                        isWide: .random(using: &random), height: [0.0, -0.0, 1.5].randomElement(using: &random) ?? 0)
                    : nil)
        }
        switch Int.random(in: 0..<14, using: &random) {
        case 0: title = page().caption
        case 1, 2: pages.insert(page(), at: .random(in: 0...pages.count, using: &random))
        case 3 where !pages.isEmpty: pages.remove(at: .random(in: 0..<pages.count, using: &random))
        case 4, 5:
            guard let index = pages.indices.randomElement(using: &random) else { return }
            pages[index].caption = page().caption
        case 6: pages.shuffle(using: &random)
        case 7: cover = [.none, .page(page()), .pair(page(), pages)].randomElement(using: &random) ?? .none
        case 8: byName[page().caption] = page()
        case 9: byNumber[page().id, default: []].append(page())
        case 10: byNumber[page().id] = nil
        case 11: notes.texts.append(page().caption)
        case 12: notes.pages = pages
        default: last = last == nil ? Date(timeIntervalSinceReferenceDate: 1.25) : nil
        }
    }
}

/// A value that counts how often values of its type are encoded.
struct CountedEncoding: Codable, Equatable {
    static let encodings = Mutex(0)

    var number: Int
    var parts: [Int] = []

    func encode(to encoder: any Encoder) throws {
        Self.encodings.withLock { $0 += 1 }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(number, forKey: .number)
        try container.encode(parts, forKey: .parts)
    }
}
