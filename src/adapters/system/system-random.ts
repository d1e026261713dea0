import { randomUUID } from 'node:crypto';
import type { Random } from '../../ports/random.ts';

/** The system's source of randomness. */
export const systemRandom: Random = { uuid: () => randomUUID() };
