@_exported public import Foundation
public import Observation

/// A color that a view gives its content.
public struct Style: Sendable {
    public static let primary = Style()
    public static let secondary = Style()
    public static let red = Style()
    public static let bar = Style()
}

extension View {
    public func foregroundStyle(_ style: Style) -> some View { Several() }
    public func background(_ style: Style) -> some View { Several() }
    public func padding(_ length: Double? = nil) -> some View { Several() }
    public func tag<Value: Hashable>(_ tag: Value) -> some View { Several() }
    public func safeAreaInset<Content: View>(edge: VerticalEdge, @ViewBuilder content: () -> Content) -> some View {
        Several()
    }
    public func environment<Value>(
        _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
    ) -> some View { Several() }
    public func disabled(_ disabled: Bool) -> some View { Several() }
    public func environment<Object: AnyObject & Observable>(_ object: Object?) -> some View { Several() }
    public func overlay<Content: View>(@ViewBuilder content: () -> Content) -> some View { Several() }
    public func refreshable(action: @escaping @MainActor @Sendable () async -> Void) -> some View { Several() }
    public func task(_ action: @escaping @MainActor @Sendable () async -> Void) -> some View { Several() }
    public func task<ID: Equatable>(
        id value: ID, _ action: @escaping @MainActor @Sendable () async -> Void
    ) -> some View { Several() }
    public func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping (_ oldValue: Value, _ newValue: Value) -> Void
    ) -> some View { Several() }
    public func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping () -> Void
    ) -> some View { Several() }
    public func onOpenURL(perform action: @escaping @MainActor (URL) -> Void) -> some View { Several() }
    public func onSubmit(_ action: @escaping @MainActor () -> Void) -> some View { Several() }
}

/// The top or the bottom of a view.
public enum VerticalEdge: Sendable { case top, bottom }

extension EnvironmentValues {
    public var timeZone: TimeZone {
        get { .gmt }
        set {}
    }
}

#if os(iOS)
    /// The keys of a keyboard, which are declared in UIKit.
    public enum UIKeyboardType: Sendable { case `default`, decimalPad }

    extension View {
        public func keyboardType(_ type: UIKeyboardType) -> some View { Several() }
    }
#endif

// MARK: - Lists

/// A side of a row.
public enum HorizontalEdge: Sendable { case leading, trailing }

extension View {
    public func swipeActions<Content: View>(
        edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true, @ViewBuilder content: () -> Content
    ) -> some View { Several() }
    public func searchable(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey
    ) -> some View { Several() }
    public func searchable(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil
    ) -> some View { Several() }
}

/// The placement of a search field.
public struct SearchFieldPlacement: Sendable {
    public static let automatic = SearchFieldPlacement()
}

// MARK: - Screens

extension View {
    public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { Several() }
    @_disfavoredOverload
    public func navigationTitle<Title: StringProtocol>(_ title: Title) -> some View { Several() }
    public func navigationDestination<Value: Hashable, Content: View>(
        for data: Value.Type, @ViewBuilder destination: @escaping (Value) -> Content
    ) -> some View { Several() }
    public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View { Several() }
    public func toolbar<Content: ToolbarContent>(@ToolbarContentBuilder content: () -> Content) -> some View {
        Several()
    }
    public func sheet<Content: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View { Several() }
    public func sheet<Item: Identifiable, Content: View>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View { Several() }
    public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View { Several() }
    public func alert<Data, Actions: View, Message: View>(
        _ title: Text, isPresented: Binding<Bool>, presenting data: Data?,
        @ViewBuilder actions: (Data) -> Actions, @ViewBuilder message: (Data) -> Message
    ) -> some View { Several() }
}

/// The content of a bar.
@MainActor
public protocol ToolbarContent {
    associatedtype Body: ToolbarContent
    @ToolbarContentBuilder var body: Body { get }
}

extension Never: ToolbarContent {}

/// Something in a bar.
public struct ToolbarItem: ToolbarContent {
    public init<Content: View>(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {}

    public var body: Never { fatalError("drawn by the system") }
}

/// The placement of an item in a bar.
public struct ToolbarItemPlacement: Sendable {
    public static let automatic = ToolbarItemPlacement()
    public static let primaryAction = ToolbarItemPlacement()
    public static let confirmationAction = ToolbarItemPlacement()
    public static let cancellationAction = ToolbarItemPlacement()
}

/// Combines the items of a bar.
@resultBuilder
public enum ToolbarContentBuilder {
    public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: ToolbarContent>(_ content: repeat each Content) -> SeveralItems {
        SeveralItems()
    }
}

/// Several things in a bar.
public struct SeveralItems: ToolbarContent {
    public var body: Never { fatalError("drawn by the system") }
}

// MARK: - Accessibility

extension View {
    public func accessibilityLabel(_ labelKey: LocalizedStringKey) -> some View { Several() }
    public func accessibilityLabel(_ label: Text) -> some View { Several() }
    @_disfavoredOverload
    public func accessibilityLabel<Label: StringProtocol>(_ label: Label) -> some View { Several() }
    public func accessibilityValue(_ valueKey: LocalizedStringKey) -> some View { Several() }
    public func accessibilityValue(_ valueDescription: Text) -> some View { Several() }
    @_disfavoredOverload
    public func accessibilityValue<Value: StringProtocol>(_ value: Value) -> some View { Several() }
    public func accessibilityHint(_ hintKey: LocalizedStringKey) -> some View { Several() }
    public func accessibilityHidden(_ hidden: Bool) -> some View { Several() }
    public func accessibilityIdentifier(_ identifier: String) -> some View { Several() }
    public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View { Several() }
    public func accessibilityAction(named nameKey: LocalizedStringKey, _ handler: @escaping () -> Void) -> some View {
        Several()
    }
}

/// The way in which assistive technologies treat the views inside a view.
public struct AccessibilityChildBehavior: Sendable {
    public static let ignore = AccessibilityChildBehavior()
    public static let combine = AccessibilityChildBehavior()
    public static let contain = AccessibilityChildBehavior()
}
