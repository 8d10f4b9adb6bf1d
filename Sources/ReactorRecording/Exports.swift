// Schemas, payloads and reports have JSON values in their interface.
@_exported import ReactorJSON
