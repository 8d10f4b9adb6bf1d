// The least of a browser that a component without markup needs. Import this before a library that looks for one.

globalThis.window ??= globalThis
globalThis.document ??= { visibilityState: 'visible', addEventListener() {}, removeEventListener() {} }
globalThis.addEventListener ??= () => {}
globalThis.removeEventListener ??= () => {}

/// Where a component that renders nothing is mounted.
export const place = () => ({ nodeType: 1, childNodes: [], firstChild: null, namespaceURI: 'http://www.w3.org/1999/xhtml' })
