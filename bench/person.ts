import type { Speaker } from '../src/index.ts';

/** The person who says what a benchmark remembers: a memory of an unknown speaker is never shown unasked. */
export const person: Speaker = { kind: 'user', name: 'ada', source: 'library' };
