/// A line of text.
public struct Text: View {
    public init(_ text: String) {}

    public var body: Never { fatalError("drawn by the system") }
}

extension TextField {
    public init(_ title: String, text: Binding<String>) { self.init(text: text) }
}

/// Something to press.
public struct Button: View {
    public init(_ title: String, action: @escaping @MainActor () -> Void) {}
    public init(_ title: String, role: ButtonRole?, action: @escaping @MainActor () -> Void) {}

    public var body: Never { fatalError("drawn by the system") }
}

/// What a button is for.
public struct ButtonRole: Sendable {
    public static let cancel = ButtonRole()
    public static let destructive = ButtonRole()
}

/// A circle that turns.
public struct ProgressView: View {
    public init() {}

    public var body: Never { fatalError("drawn by the system") }
}

/// What is shown where there is nothing.
public struct ContentUnavailableView: View {
    public init(_ title: String, systemImage: String) {}

    public var body: Never { fatalError("drawn by the system") }
}
