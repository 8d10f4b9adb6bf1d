// Refused for macos, ios, tvos, watchos, visionos: main actor-isolated property 'count' can not be referenced

@MainActor final class Planted {
    var count = 0
}

nonisolated func planted(_ object: Planted) -> Int { object.count }
