@_exported public import Foundation
public import Observation

/// A colour that a view gives its content.
public struct Style: Sendable {
    public static let primary = Style()
    public static let secondary = Style()
    public static let red = Style()
}

extension View {
    public func foregroundStyle(_ style: Style) -> some View { Several() }
    public func disabled(_ isDisabled: Bool) -> some View { Several() }
    public func refreshable(action: @escaping @MainActor @Sendable () async -> Void) -> some View { Several() }
    public func task(action: @escaping @MainActor @Sendable () async -> Void) -> some View { Several() }
    public func overlay<Content: View>(@ViewBuilder content: () -> Content) -> some View { Several() }
    public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View { Several() }
    public func searchable(text: Binding<String>) -> some View { Several() }
    public func environment<Object: AnyObject & Observable>(_ object: Object) -> some View { Several() }
    public func navigationDestination<Value: Hashable, Content: View>(
        for type: Value.Type, @ViewBuilder destination: @escaping (Value) -> Content
    ) -> some View { Several() }
}

extension View {
    public func onOpenURL(perform action: @escaping @MainActor (URL) -> Void) -> some View { Several() }
    public func alert<Data, Actions: View, Message: View>(
        _ title: Text, isPresented: Binding<Bool>, presenting data: Data?,
        @ViewBuilder actions: (Data) -> Actions, @ViewBuilder message: (Data) -> Message
    ) -> some View { Several() }
}
