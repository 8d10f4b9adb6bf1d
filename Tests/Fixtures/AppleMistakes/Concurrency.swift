// Refused for macos, ios, tvos, watchos, visionos: class property 'isMainThread' is unavailable from asynchronous contexts

import Foundation

func planted() async -> Bool { Thread.isMainThread }
// Refused for macos, ios, tvos, watchos, visionos: class property 'current' is unavailable from asynchronous contexts

import Foundation

func planted() async -> Thread { Thread.current }
// Refused for macos, ios, tvos, watchos, visionos: class method 'sleep' is unavailable from asynchronous contexts

import Foundation

func planted() async { Thread.sleep(forTimeInterval: 1) }
// Refused for macos, ios, tvos, watchos, visionos: instance method 'lock' is unavailable from asynchronous contexts

import Foundation

func planted(_ lock: NSLock) async { lock.lock() }
// Refused for macos, ios, tvos, watchos, visionos: instance method 'wait' is unavailable from asynchronous contexts

import Dispatch

func planted(_ semaphore: DispatchSemaphore) async { semaphore.wait() }
// Refused for macos, ios, tvos, watchos, visionos: has non-Sendable type 'FileManager'

import Foundation

struct Planted: Sendable {
    let files = FileManager.default
}
// Refused for macos, ios, tvos, watchos, visionos: has non-Sendable type 'UserDefaults'

import Foundation

final class Planted: Sendable {
    let defaults = UserDefaults.standard
}
// Refused for macos, ios, tvos, watchos, visionos: is not concurrency-safe because non-'Sendable' type 'UserDefaults'

import Foundation

enum Planted {
    static let defaults = UserDefaults.standard
}
// Refused for macos, ios, tvos, watchos, visionos: is not concurrency-safe because non-'Sendable' type 'FileManager'

import Foundation

let plantedFiles = FileManager.default
// Refused for macos, ios, tvos, watchos, visionos: capture of 'defaults' with non-Sendable type 'UserDefaults' in a '@Sendable' closure

import Foundation

func planted(_ defaults: UserDefaults) {
    DispatchQueue.global().async { defaults.set(1, forKey: "count") }
}
// Refused for macos, ios, tvos, watchos, visionos: is not concurrency-safe because it is nonisolated global shared mutable state

var plantedCount = 0
// Refused for macos, ios, tvos, watchos, visionos: is not concurrency-safe because it is nonisolated global shared mutable state

enum Planted {
    static var count = 0
}
// Refused for macos, ios, tvos, watchos, visionos: stored property 'count' of 'Sendable'-conforming class 'Planted

final class Planted: Sendable {
    var count = 0
}
// Refused for macos, ios, tvos, watchos, visionos: has non-Sendable type 'Planted

final class PlantedCounter {
    var count = 0
}

struct Planted: Sendable {
    let counter: PlantedCounter
}
// Refused for macos, ios, tvos, watchos, visionos: mutation of captured var 'count' in concurrently-executing code

import Foundation

func planted() {
    var count = 0
    Thread.detachNewThread { count += 1 }
    count += 1
}
// Refused for macos, ios, tvos, watchos, visionos: sending 'text' risks causing data races

import Foundation

func planted(_ text: NSMutableString) {
    DispatchQueue.main.asyncAfter(deadline: .now() + 1) { _ = text }
}
// Refused for macos, ios, tvos, watchos, visionos: call to main actor-isolated instance method 'show()' in a synchronous nonisolated context

@MainActor final class Planted {
    func show() {}
}

func planted(_ screen: Planted) { screen.show() }
// Refused for macos, ios, tvos, watchos, visionos: actor-isolated property 'count' can not be mutated from a nonisolated context

actor Planted {
    var count = 0
    nonisolated func add() { count += 1 }
}
// Refused for macos, ios, tvos, watchos, visionos: crosses into main actor-isolated code and can cause data races

protocol PlantedAdding {
    func add()
}

@MainActor final class Planted: PlantedAdding {
    func add() {}
}
// Refused for macos, ios, tvos, watchos, visionos: risks causing data races

import Foundation

func planted() {
    let text = NSMutableString(string: "")
    Task.detached { print(text) }
    print(text)
}
// Refused for macos, ios, tvos, watchos, visionos: actor-isolated property 'count' cannot be accessed from outside of the actor

actor Planted {
    var count = 0
}

func planted(_ counter: Planted) async -> Int { counter.count }
