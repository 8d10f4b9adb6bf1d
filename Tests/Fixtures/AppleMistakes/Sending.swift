// Refused for macos, ios, tvos, watchos, visionos: risks causing data races

final class Planted {
    var count = 0
}

func planted() {
    let object = Planted()
    Task { object.count += 1 }
    object.count += 1
}
