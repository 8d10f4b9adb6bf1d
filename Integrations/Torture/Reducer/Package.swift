// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Reducer",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "reducer-client", targets: ["ReducerClient"])],
    targets: [.executableTarget(name: "ReducerClient", path: "Sources/ReducerClient")])
