/**
 * Reading a history makes short-lived objects at a high rate, for which V8 triples its young generation up to 100 MB.
 * Kept small, indexing 62,658 commits peaks at 240 instead of 350 MB, for 5 % more time.
 * Called when indexing begins: asking for the module costs a search 2 ms.
 */
export function limitYoungGeneration(): void {
  process.getBuiltinModule('node:v8').setFlagsFromString('--semi-space-growth-factor=1');
}
