import { suiteOfParts } from '../suite-of-parts.ts';
import { runCompression } from './run-compression.ts';
import { runFiles } from './run-files.ts';
import { runHarm, runRemoval, runSynthetic } from './run-worlds.ts';

/** Is the evidence chosen that an agent needs? The CICL paper's experiments. */
export const cardsSuite = suiteOfParts({
  description: 'the choice of context and its cards: the CICL paper’s experiments',
  options: ['data', 'dataset', 'repos', 'limit', 'smoke', 'results'],
  requires: ['part'],
  parts: {},
  named: {
    v1: (options) => runSynthetic('v1', options),
    v3: (options) => runSynthetic('v3', options),
    removal: runRemoval,
    harm: runHarm,
    compression: runCompression,
    files: runFiles,
  },
});
