// Refused for macos, ios, tvos, watchos, visionos: 'InlineArray' is only available in

struct Planted {
    var numbers: InlineArray<3, UInt8>?
}
