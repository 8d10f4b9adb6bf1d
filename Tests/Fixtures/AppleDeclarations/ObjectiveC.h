// The root class and its protocol, for .ci/apple. The compiler accepts a class of Objective-C only if its root is declared here.

#pragma clang assume_nonnull begin

@protocol NSObject
- (_Bool)isEqual:(nullable id)object;
@end

__attribute__((objc_root_class)) @interface NSObject <NSObject>
- (instancetype)init;
@end

#pragma clang assume_nonnull end
