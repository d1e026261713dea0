import type { Random } from '../../ports/random.ts';

/** The system's source of randomness. Its module is asked for when needed: importing it costs 5 ms of a command's start. */
export const systemRandom: Random = {
  uuid: () => process.getBuiltinModule('node:crypto').randomUUID(),
};
