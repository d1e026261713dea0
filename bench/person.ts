import type { Speaker } from '../src/index.ts';

/** The person who says what a benchmark remembers: what nobody known says is shown to nobody unasked. */
export const person: Speaker = { kind: 'user', name: 'ada', source: 'library' };
