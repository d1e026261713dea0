import type {
  RecalledCommit,
  RecalledMemory,
  RecalledPlace,
  RecalledSummary,
} from '../../model/answers/recollection.ts';
import type { RedactedText } from '../../model/brands.ts';
import type { ContextBank, ContextUnit } from '../../model/card.ts';
import type { ItemType } from '../../model/memory-item.ts';
import type { Scope } from '../../model/provenance.ts';
import { fuseUnits } from '../../retrieval/fuse-units.ts';

interface ShownUnits {
  readonly memories: readonly RecalledMemory[];
  readonly commits: readonly RecalledCommit[];
  readonly places: readonly RecalledPlace[];
  readonly summaries: readonly RecalledSummary[];
  /** Of what the index yields. */
  readonly scope: Scope;
}

const banks: Readonly<Record<ItemType, ContextBank>> = {
  decision: 'rules',
  constraint: 'rules',
  preference: 'rules',
  failure: 'failures',
  fix: 'failures',
  project_fact: 'facts',
  task_state: 'facts',
  command_result: 'facts',
};

/** What is shown, of whatever bank, the surest first. */
export function contextUnits({
  memories,
  commits,
  places,
  summaries,
  scope,
}: ShownUnits): readonly ContextUnit[] {
  const indexed = [
    ...commits.map(commitUnit),
    ...places.flatMap((place) => [fileUnit(place), ...symbolUnits(place)]),
    ...summaries.map(summaryUnit),
  ];
  return fuseUnits([...memories.map(memoryUnit), ...indexed.map((unit) => ({ ...unit, scope }))]);
}

type IndexedUnit = Omit<ContextUnit, 'scope'>;

/** Of the memories about a file that is to be changed, so many are about a function of it that is: `npm run bench -- recall-graph`. */
const sameFunctionShare = 0.25;

function memoryUnit({ item, card, relevance, confidence, reached, freshness }: RecalledMemory): ContextUnit {
  return {
    bank: banks[item.type],
    id: item.id,
    label: item.title,
    score: relevance,
    confidence: reached ? sameFunctionShare * reached.confidence : (confidence ?? card.utility),
    tokens: card.tokens,
    origin: item.trust,
    scope: item.scope,
    freshness,
  };
}

function commitUnit({ id, subject, confidence, tokens, trust }: RecalledCommit): IndexedUnit {
  return {
    ...{ bank: 'commits', id, label: subject, score: confidence, confidence, tokens },
    ...{ origin: trust, freshness: 'none' },
  };
}

function fileUnit({ path, confidence, tokens, trust }: RecalledPlace): IndexedUnit {
  return {
    ...{ bank: 'files', id: path, label: path, score: confidence, confidence, tokens },
    ...{ origin: trust, freshness: 'fresh' },
  };
}

function summaryUnit({ path, purpose, confidence, tokens, trust }: RecalledSummary): IndexedUnit {
  const label = `${path}: ${purpose}` as RedactedText;
  return {
    ...{ bank: 'summaries', id: path, label, score: confidence, confidence, tokens },
    ...{ origin: trust, freshness: 'fresh' },
  };
}

/** They stand in the lines of their file. */
function symbolUnits({ path, functions, functionConfidences, trust }: RecalledPlace): readonly IndexedUnit[] {
  return functions.map((name, at) => {
    const confidence = functionConfidences[at] ?? 0;
    return {
      ...{ bank: 'symbols', id: `${path}#${name}`, label: `${name} in ${path}` as RedactedText },
      ...{ score: confidence, confidence, tokens: 0, origin: trust, freshness: 'fresh' },
    };
  });
}
