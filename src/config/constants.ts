import { modelConstants } from '../asking/options.ts';
import { codebaseConstants } from '../codebase/options.ts';
import { failureConstants } from '../failures/options.ts';
import { gateConstants } from '../gate/options.ts';
import { historyConstants } from '../history/options.ts';
import { judgingConstants } from '../judging/options.ts';
import { consolidationConstants, lifecycleConstants, promotionConstants } from '../lifecycle/options.ts';
import { locateConstants } from '../locate/options.ts';
import { graphExpansionConstants, retrievalConstants } from '../retrieval/options.ts';
import { type DottedValues, flatten } from './dotted-names.ts';

/** Most tokens that are told at a moment. */
export const hookConstants = {
  sessionStartTokens: 600,
  promptTokens: 500,
  beforeEditTokens: 300,
  beforeCompactionTokens: 600,
} as const;

/** Values that stand among the settings and are the same for everyone, by dotted name. */
export const constantValues: DottedValues = flatten({
  codebase: codebaseConstants,
  failures: failureConstants,
  gate: gateConstants,
  history: historyConstants,
  hooks: hookConstants,
  judging: judgingConstants,
  locate: locateConstants,
  memory: {
    ...promotionConstants,
    v3: {
      consolidation: consolidationConstants,
      graphExpansion: graphExpansionConstants,
      lifecycle: lifecycleConstants,
    },
  },
  models: modelConstants,
  retrieval: retrievalConstants,
});

const noLimit = 'No layer has a limit; ask for fewer memories with `--top-k`.';

/** Settings of former versions that left nothing behind, or have something in their place. */
const instead: Readonly<Record<string, string>> = {
  'failures.learnCircumstance': 'What passing runs print is not learned any more: it changed no answer.',
  'index.leaseSeconds': 'An indexer holds a lock for as long as it lives.',
  'history.search.minimumConfidence': 'Give it with the question: `search-commits --min-confidence`.',
  'memory.episodicTopK': noLimit,
  'memory.proceduralTopK': noLimit,
  'memory.semanticTopK': noLimit,
  'memory.workingTopK': noLimit,
  'memory.v3.lifecycle.accessAware': 'Outcomes always count; `memory.v3.lifecycle.enabled` turns both off.',
  'hooks.beforeCompactionTokens': 'It is 600; `hooks.beforeCompaction` turns it off.',
  'hooks.beforeEditTokens': 'It is 300; `hooks.beforeEdit` turns it off.',
  'hooks.promptTokens': 'It is 500; `hooks.prompt` turns it off.',
  'hooks.sessionStartTokens': 'It is 600; `hooks.sessionStart` turns it off.',
};

/** Names that former versions had a setting of, in order. */
export const formerNames: readonly string[] = [
  ...new Set([...Object.keys(constantValues), ...Object.keys(instead)]),
].sort();

/** Says in a sentence the fate of a setting of a former version; undefined for any other name. */
export function formerSetting(name: string): string | undefined {
  if (Object.hasOwn(instead, name)) return instead[name];
  return Object.hasOwn(constantValues, name) ? `It is always ${constantValues[name]}.` : undefined;
}
