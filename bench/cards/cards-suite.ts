import { suiteOfParts } from '../suite-of-parts.ts';
import { runCompression } from './suites/run-compression.ts';
import { runFiles } from './suites/run-files.ts';
import { runHarm } from './suites/run-harm.ts';
import { runRemoval } from './suites/run-removal.ts';
import { runSynthetic } from './suites/run-synthetic.ts';

/** Is the evidence chosen that an agent needs? The CICL paper's experiments, with its figures beside ours. */
export const cardsSuite = suiteOfParts({
  description: 'the choice of context and its cards: the CICL paper’s experiments beside its figures',
  options: ['data', 'dataset', 'repos', 'limit', 'smoke', 'results', 'seed'],
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
