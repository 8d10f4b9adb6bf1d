// Refused for macos, ios, tvos, watchos, visionos: 'init(contentsOf:)' was deprecated in

import Foundation

func planted(_ url: URL) throws -> String { try String(contentsOf: url) }
// Refused for macos, ios, tvos, watchos, visionos: 'init(contentsOfFile:)' was deprecated in

import Foundation

func planted(_ path: String) throws -> String { try String(contentsOfFile: path) }
// Refused for macos, ios, tvos, watchos, visionos: 'SecTrustGetCertificateAtIndex' was deprecated in

import Security

func planted(_ trust: SecTrust) -> SecCertificate? { SecTrustGetCertificateAtIndex(trust, 0) }
// Refused for macos: 'launch()' was deprecated in

import Foundation

func planted(_ process: Process) { process.launch() }
// Refused for macos, ios: 'onChange(of:perform:)' was deprecated in

import SwiftUI

struct Planted: View {
    var body: some View { Text(verbatim: "").onChange(of: 1) { value in _ = value } }
}
// Refused for ios: 'keyWindow' was deprecated in

import UIKit

@MainActor func planted() -> UIWindow? { UIApplication.shared.keyWindow }
// Refused for ios: 'windows' was deprecated in

import UIKit

@MainActor func planted() -> [UIWindow] { UIApplication.shared.windows }
