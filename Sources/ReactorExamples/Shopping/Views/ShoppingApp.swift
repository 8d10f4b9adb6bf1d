import SwiftUI
import Foundation
import class Reactor.ObservableCore
import struct ReactorRecording.OpenedCore

@main
struct ShoppingApp: App {
    @State private var app: ObservableCore<Shopping>?
    @State private var opened: OpenedCore<Shopping>?
    @State private var problem: String?

    var body: some Scene {
        WindowGroup {
            if let app {
                ShoppingView(app: app)
            } else if let problem {
                Text(problem)
            } else {
                ProgressView("Opening").task { await open() }
            }
        }
    }

    private func open() async {
        let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
        do {
            let opened = try await openShopping(in: support.appendingPathComponent("journal").path, shop: MemoryShop())
            self.opened = opened
            app = ObservableCore(opened.core)
        } catch {
            problem = "\(error)"
        }
    }
}
