extension TextField {
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>) { self.init(text: text) }
    public init<Style: ParseableFormatStyle>(
        _ titleKey: LocalizedStringKey, value: Binding<Style.FormatInput>, format: Style, prompt: Text? = nil
    ) where Style.FormatOutput == String { fatalError("made by the system") }
    public init<Style: ParseableFormatStyle>(
        _ titleKey: LocalizedStringKey, value: Binding<Style.FormatInput?>, format: Style, prompt: Text? = nil
    ) where Style.FormatOutput == String { fatalError("made by the system") }
    @_disfavoredOverload
    public init<Title: StringProtocol>(_ title: Title, text: Binding<String>) { self.init(text: text) }
}

/// Something that is on or off.
public struct Toggle: View {
    public init<Content: View>(isOn: Binding<Bool>, @ViewBuilder label: () -> Content) {}
    public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) {}
    @_disfavoredOverload public init<Title: StringProtocol>(_ title: Title, isOn: Binding<Bool>) {}

    public var body: Never { fatalError("drawn by the system") }
}

/// One of several values.
public struct Picker: View {
    public init<Selection: Hashable, Content: View>(
        _ titleKey: LocalizedStringKey, selection: Binding<Selection>, @ViewBuilder content: () -> Content
    ) {}
    public init<Selection: Hashable, Content: View, Label: View>(
        selection: Binding<Selection>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
    ) {}

    public var body: Never { fatalError("drawn by the system") }
}

/// A number in a range.
public struct Slider: View {
    public init<Value: BinaryFloatingPoint>(value: Binding<Value>, in bounds: ClosedRange<Value> = 0...1)
    where Value.Stride: BinaryFloatingPoint {}

    public var body: Never { fatalError("drawn by the system") }
}

/// Two buttons that change a value.
public struct Stepper: View {
    public init<Value: Strideable>(_ titleKey: LocalizedStringKey, value: Binding<Value>, in bounds: ClosedRange<Value>)
    {}

    public var body: Never { fatalError("drawn by the system") }
}

/// A date.
public struct DatePicker: View {
    public init(
        _ titleKey: LocalizedStringKey, selection: Binding<Date>,
        displayedComponents: DatePickerComponents = [.hourAndMinute, .date]
    ) {}

    public var body: Never { fatalError("drawn by the system") }
}

/// The parts of a date that a control shows.
public struct DatePickerComponents: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let hourAndMinute = DatePickerComponents(rawValue: 1)
    public static let date = DatePickerComponents(rawValue: 2)
}

/// Something to press.
public struct Button: View {
    public init<Content: View>(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Content) {}
    public init<Content: View>(
        role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Content
    ) {}
    public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {}
    public init(_ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void) {}
    public init(_ titleKey: LocalizedStringKey, systemImage: String, action: @escaping @MainActor () -> Void) {}
    public init(
        _ titleKey: LocalizedStringKey, systemImage: String, role: ButtonRole?, action: @escaping @MainActor () -> Void
    ) {}
    @_disfavoredOverload
    public init<Title: StringProtocol>(_ title: Title, action: @escaping @MainActor () -> Void) {}
    @_disfavoredOverload
    public init<Title: StringProtocol>(
        _ title: Title, role: ButtonRole?, action: @escaping @MainActor () -> Void
    ) {}

    public var body: Never { fatalError("drawn by the system") }
}

/// The purpose of a button.
public struct ButtonRole: Equatable, Sendable {
    public static let cancel = ButtonRole()
    public static let destructive = ButtonRole()
}

/// A spinning circle.
public struct ProgressView: View {
    public init() {}
    public init(_ titleKey: LocalizedStringKey) {}
    public init<Value: BinaryFloatingPoint>(value: Value?, total: Value = 1.0) {}

    public var body: Never { fatalError("drawn by the system") }
}

/// A view that is shown if there is no content.
public struct ContentUnavailableView: View {
    public init<Title: View, Description: View, Actions: View>(
        @ViewBuilder label: () -> Title, @ViewBuilder description: () -> Description = { Several() },
        @ViewBuilder actions: () -> Actions = { Several() }
    ) {}
    public init(_ title: LocalizedStringKey, systemImage name: String, description: Text? = nil) {}
    @_disfavoredOverload
    public init<Title: StringProtocol>(_ title: Title, systemImage name: String, description: Text? = nil) {}

    public static func search(text: String) -> ContentUnavailableView { ContentUnavailableView("", systemImage: "") }

    public var body: Never { fatalError("drawn by the system") }
}
