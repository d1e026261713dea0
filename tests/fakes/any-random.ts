import { randomUUID } from 'node:crypto';
import type { Random } from '../../src/ports/system.ts';

/** For tests in which ids only have to differ. */
export const anyRandom: Random = { uuid: () => randomUUID() };
