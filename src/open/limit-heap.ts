import { limitYoungGeneration } from './limit-young-generation.ts';

/**
 * For a process that serves for hours: V8 lets the heap of one that is given work grow to several times what is in use. With a
 * small young generation, and the old one cleared whenever it has grown by 30 %, a server that answers `locate` about
 * 62,658 commits takes 145 instead of 254 MB, for no measurable time.
 */
export function limitHeap(): void {
  limitYoungGeneration();
  process.getBuiltinModule('node:v8').setFlagsFromString('--heap-growing-percent=30');
}
