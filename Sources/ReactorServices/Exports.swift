// JSON values occur in responses and bodies.
@_exported import ReactorJSON
