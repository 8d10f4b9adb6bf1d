// `import Reactor` also imports the modules with the value types for reducers.
@_exported import ReactorRows
@_exported import ReactorState
@_exported import ReactorUndo
