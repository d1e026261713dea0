import { limitYoungGeneration } from './limit-young-generation.ts';

/**
 * For a long-lived server: under load, V8 lets the heap grow to several times the live size. With a small young
 * generation, and a collection whenever the old one has grown by 30 %, a server that answers `locate` about 62,658
 * commits takes 145 instead of 254 MB, without measurable slowdown.
 */
export function limitHeap(): void {
  limitYoungGeneration();
  process.getBuiltinModule('node:v8').setFlagsFromString('--heap-growing-percent=30');
}
