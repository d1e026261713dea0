import { type JudgedTask, type JudgedUnit, readEvidence, type UnitEvidence } from '../proxy/evidence.ts';
import type { ContextUnit } from '../world/context-unit.ts';
import { queryOf, type Selection } from './context-method.ts';
import { searchHybrid } from './search-units.ts';

const searched = 30;
const neighbourShare = 0.6;

/** A candidate with what it has in common with the task. */
export interface JudgedCandidate {
  readonly unit: ContextUnit;
  readonly evidence: UnitEvidence;
}

const kinds: Readonly<Record<ContextUnit['kind'], JudgedUnit['kind']>> = {
  file: 'file',
  symbol: 'symbol',
  rule: 'rule',
  trajectory: 'strategy',
  failure: 'failure',
};

/** The candidates of the paper's selector: the best 30 of the search, and the neighbours of the best ten. */
export function judgeCandidates({ graph, task, history }: Selection): readonly JudgedCandidate[] {
  const found = searchHybrid(graph.units, queryOf(task), searched);
  const candidates = new Map(found.map((one) => [one.unit.id, one]));
  for (const { unit, score } of found.slice(0, searched / 3))
    for (const near of graph.neighbours(unit.id))
      if (!candidates.has(near.id)) candidates.set(near.id, { unit: near, score: neighbourShare * score });
  const best = Math.max(...found.map(({ score }) => score), 1e-9);
  const all = [...candidates.values()];
  const judged: JudgedTask = { text: task.instruction, plannedActions: task.plannedActions };
  const evidence = readEvidence(
    all.map(({ unit, score }): JudgedUnit => {
      const runs = history.filter(({ selected }) => selected.some(({ id }) => id === unit.id));
      const helped = runs.filter(({ success }) => success).length;
      return {
        ...judgedForm(unit),
        retrieval: score / best,
        helped,
        failed: runs.length - helped,
        conflicts: graph.conflicts(unit.id).size,
      };
    }),
    judged,
  );
  return all.map(({ unit }, at) => ({ unit, evidence: evidence[at] as UnitEvidence }));
}

function judgedForm({ id, kind, content, source, tokens, confidence, isStale }: ContextUnit) {
  const [, path = '', name] = /^symbol:([^:]+):([^:]+):/.exec(id) ?? [];
  return {
    ...{ id, tokens, confidence, isStale },
    kind: kinds[kind],
    text: content,
    places: kind === 'file' ? [source] : path === '' ? [] : [path],
    names: name === undefined ? [] : [name],
  };
}
