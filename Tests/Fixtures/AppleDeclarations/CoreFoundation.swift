// The types of CoreFoundation that the package uses, for .ci/apple. A conversion to a type of Foundation requires `as`. None of it
// is linked or run.

@_exported import ObjectiveC

open class NSData: NSObject {}
open class NSArray: NSObject {}

public final class CFData: NSData {}
public final class CFArray: NSArray {}
public final class CFError: NSObject, Error {}
public final class CFString: NSObject {}

public typealias CFIndex = Int
public typealias CGFloat = Double
