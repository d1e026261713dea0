/**
 * Reading a history makes many short-lived objects, so V8 triples its young generation up to 100 MB. With a small one,
 * indexing 62,658 commits peaks at 240 instead of 350 MB, for 5 % more time. Called when indexing begins, because
 * loading the module would cost every search 2 ms.
 */
export function limitYoungGeneration(): void {
  process.getBuiltinModule('node:v8').setFlagsFromString('--semi-space-growth-factor=1');
}
