import SwiftUI
import struct Reactor.UserMessage

nonisolated extension String {
    var localized: String { NSLocalizedString(self, comment: "") }
}

nonisolated extension UserMessage {
    var localized: String { key.localized }
}
