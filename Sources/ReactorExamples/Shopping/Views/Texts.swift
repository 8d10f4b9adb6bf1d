import SwiftUI
import struct Reactor.UserMessage

nonisolated extension UserMessage {
    /// The text of the message and its advice, from the string catalog, or in English if the catalog has no text.
    var localized: String {
        [key, recovery].compactMap { $0 }.map { key in
            NSLocalizedString(key, value: Self.texts[key] ?? key, comment: "")
        }.joined(separator: " ")
    }

    private static let texts = english.merging(["shop.closed": "The shop is closed."]) { library, _ in library }
}
