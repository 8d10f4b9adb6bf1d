// swift-tools-version: 6.0
import AppleProductTypes
import PackageDescription

let package = Package(
    name: "WeightLog",
    defaultLocalization: "en",
    platforms: [.iOS("18.0")],
    products: [
        .iOSApplication(
            name: "WeightLog",
            targets: ["WeightLog"],
            bundleIdentifier: "com.example.WeightLog",
            displayVersion: "1.0",
            bundleVersion: "1",
            appIcon: .placeholder(icon: .chartBarFill),
            accentColor: .presetColor(.blue),
            supportedDeviceFamilies: [.pad, .phone],
            supportedInterfaceOrientations: [
                .portrait, .landscapeRight, .landscapeLeft, .portraitUpsideDown(.when(deviceFamilies: [.pad])),
            ])
    ],
    dependencies: [.package(name: "Reactor", path: "../../..")],
    targets: [
        .executableTarget(
            name: "WeightLog",
            dependencies: [.product(name: "WeightLogApp", package: "Reactor")],
            path: "Sources",
            resources: [.process("Localizable.xcstrings"), .process("PrivacyInfo.xcprivacy")])
    ],
    swiftLanguageModes: [.v6]
)
