// Refused for macos, ios, tvos, watchos, visionos: 'preferredLocales' is only available in

import Foundation

func planted() -> [Locale] { Locale.preferredLocales }
