import { setRunFlag } from './run-flags.ts';

/**
 * Reading a history makes many short-lived objects, so V8 triples its young generation up to 100 MB. With a small one,
 * indexing 62,658 commits peaks at 240 instead of 350 MB, for 5 % more time, and a question asks the system for a fifth less.
 */
export function limitYoungGeneration(): void {
  setRunFlag({ ours: '--semi-space-growth-factor=1', own: '--semi-space-growth-factor=2' });
}

/**
 * For a long-lived server: under load, V8 lets the heap grow to several times the live size. With a small young
 * generation, and a collection whenever the old one has grown by 30 %, a server that answers `locate` about 62,658
 * commits takes 145 instead of 254 MB, without measurable slowdown.
 */
export function limitHeap(): void {
  limitYoungGeneration();
  setRunFlag({ ours: '--heap-growing-percent=30', own: '--heap-growing-percent=0' });
}
