public import Reactor

/// A line of an ``EventCatalog``: a type of event, its name in recordings, and its versions.
public struct EventSchema: Sendable {
    package let name: String
    /// The version that is written.
    let version: Int
    package let type: any Event.Type

    let upcasting: [Int: Upcaster]
    let encode: @Sendable (any Event) throws -> JSON
    let decode: @Sendable ([UInt8]) throws -> any Event
    /// The error in this line, which is thrown when a catalog is created from it.
    let flaw: CatalogError?

    init<EventType: Event>(
        _ type: EventType.Type, as name: String, version: Int = 1, upcasting: [Int: Upcaster] = [:],
        flaw: CatalogError? = nil,
        encode: @escaping @Sendable (EventType) throws -> JSON,
        decode: @escaping @Sendable ([UInt8]) throws -> EventType
    ) {
        self.name = name
        self.version = version
        self.type = type
        self.upcasting = upcasting
        self.flaw = flaw
        self.encode = { event in
            guard let event = event as? EventType else {
                throw CatalogError.unregistered(event)
            }
            return try encode(event)
        }
        self.decode = decode
    }

    /// Returns the line for an event that encodes itself. The type can be generic or nested, because only the name is recorded.
    ///
    /// - Parameters:
    ///   - type: The type of the event.
    ///   - name: The permanent name in recordings, such as `weight.logged`.
    ///   - version: The version of the content. Increase it when the form of the content changes.
    ///   - upcasting: The upcasters: for each older version, a closure that converts its payload into the next version.
    public static func event<EventType: Event & Codable>(
        _ type: EventType.Type, as name: String, version: Int = 1, upcasting: [Int: Upcaster] = [:]
    ) -> EventSchema {
        EventSchema(type, as: name, version: version, upcasting: upcasting) { event in
            try JSON(canonicallyEncoding: event)
        } decode: { payload in
            try JSON.decode(EventType.self, from: payload)
        }
    }

    var typeName: String { TypeName(type).text }

    func validate() throws(CatalogError) {
        if let flaw { throw flaw }
        guard !name.isEmpty, name.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) else {
            throw CatalogError.unusableName(name, typeName)
        }
        _ = try Upcasters(upcasting, of: .event(name), version: version)
    }
}

/// The name of a type as in source code, without the context of private types.
struct TypeName: Hashable, Sendable {
    let text: String
    /// The target, if the type is a reset.
    let resetTarget: String?

    init(_ type: any Event.Type) {
        text = readableName(of: type)
        resetTarget = type._resetTarget.map(readableName)
    }
}
