import type { ReadTouchedRequest } from '../../src/engine/locate/earlier-fixes.ts';

/** A repository whose past cannot be read, for questions that do not ask about it. */
export const noFixSource: ReadTouchedRequest = {
  git: {
    readLineChanges: async () => [],
    async *readBlobs(ids) {
      for (const id of ids) yield { id, sizeBytes: 0, bytes: undefined };
    },
  },
  parser: {
    parse: async () => ({ parser: 'none', symbols: [], imports: [], calls: [], hasErrors: false }),
    close: () => {},
  },
  known: new Map(),
};
