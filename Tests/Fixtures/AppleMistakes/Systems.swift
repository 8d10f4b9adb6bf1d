// Refused for macos, ios, tvos, watchos, visionos: 'fork()' is unavailable: Please use threads or posix_spawn*()

import Darwin

func planted() -> Int32 { fork() }
// Refused for ios, tvos, watchos, visionos: 'homeDirectoryForCurrentUser' is unavailable in

import Foundation

func planted() -> URL { FileManager.default.homeDirectoryForCurrentUser }
// Refused for ios, tvos, watchos, visionos: cannot find 'Process' in scope

import Foundation

func planted() { _ = Process() }
// Refused for macos, tvos, watchos, visionos: no such module 'UIKit'

#if MISTAKES
    import UIKit
#endif
// Refused for macos, ios, tvos, watchos, visionos: 'Observations' is only available in

import Observation

func planted() { _ = Observations { 1 } }
// Refused for macos, ios: 'scrollEdgeEffectHidden' is only available in

import SwiftUI

struct Planted: View {
    var body: some View { Text(verbatim: "").scrollEdgeEffectHidden() }
}
// Refused for ios: cannot find 'Settings' in scope

import SwiftUI

struct Planted: App {
    var body: some Scene { Settings { Text(verbatim: "") } }
}
// Refused for macos: value of type 'TextField' has no member 'keyboardType'

import SwiftUI

struct Planted: View {
    @State private var text = ""
    var body: some View { TextField("Name", text: $text).keyboardType(.decimalPad) }
}
// Refused for macos: value of type 'Text' has no member 'navigationBarTitleDisplayMode'

import SwiftUI

struct Planted: View {
    var body: some View { Text(verbatim: "").navigationBarTitleDisplayMode(.inline) }
}
// Refused for macos: type 'ToolbarItemPlacement' has no member 'topBarTrailing'

import SwiftUI

struct Planted: ToolbarContent {
    var body: some ToolbarContent { ToolbarItem(placement: .topBarTrailing) { Text(verbatim: "") } }
}
// Refused for ios: no exact matches in call to initializer

import SwiftUI

struct Planted: View {
    @Environment(\.openSettings) private var openSettings
    var body: some View { Text(verbatim: "") }
}
// Refused for macos, ios, tvos, watchos, visionos: cannot find 'epoll_create1' in scope

import Darwin

func planted() -> Int32 { epoll_create1(0) }
// Refused for macos, ios, tvos, watchos, visionos: cannot find 'clock_nanosleep' in scope

import Darwin

func planted(_ time: inout timespec) { clock_nanosleep(CLOCK_MONOTONIC, 0, &time, nil) }
// Refused for macos, ios, tvos, watchos, visionos: value of type 'stat' has no member 'st_mtim'

import Darwin

func planted(_ status: stat) -> timespec { status.st_mtim }
