import { type ContextUnit, jaccard, wordsOf } from '../world/context-unit.ts';
import type { AgentRun } from '../world/simulate-agent.ts';
import type { ContextMethod, Selection } from './context-method.ts';
import { findCandidates } from './judge-candidates.ts';

/** Weights of the released selector, which are not those of Eq. 3. */
const weights = { action: 0.35, outcome: 0.35, necessity: 0.2, cost: 0.1 } as const;
/** Extra worth that a stale unit needs. */
const staleFloor = 0.12;
const redundant = 0.82;
const mostUnits = 5;
const leastScore = { first: 0.02, later: 0.06 } as const;

/** The deterministic selector of the paper's release: takes what is worth enough, fits, says something new and contradicts nothing taken. */
export const paperCicl: ContextMethod = {
  name: 'CICL',
  select: ({ graph, task, budget, history }) => {
    const scoreOf = paperScorer(task, history);
    const ranked = findCandidates({ graph, task })
      .map(({ unit, score }) => ({ unit, score: scoreOf(unit, score) }))
      .toSorted((a, b) => b.score - a.score);
    const selected: ContextUnit[] = [];
    const blocked = new Set<string>();
    let room = budget;
    for (const { unit, score } of ranked) {
      if (selected.length >= mostUnits) break;
      const floor = selected.length === 0 ? leastScore.first : leastScore.later;
      const least = floor + (unit.isStale ? staleFloor : 0);
      const isRepeated = selected.some(
        (other) => jaccard(contentWords(unit), contentWords(other)) >= redundant,
      );
      if (blocked.has(unit.id) || isRepeated || score < least || unit.tokens > room) continue;
      selected.push(unit);
      room -= unit.tokens;
      for (const id of graph.conflicts(unit.id)) blocked.add(id);
    }
    return selected;
  },
};

/** The model-free estimates of the release: action, outcome, necessity and cost of one unit. */
function paperScorer(task: Selection['task'], history: readonly AgentRun[]) {
  const asked = new Set(wordsOf(task.instruction));
  const planned = new Set(wordsOf(task.plannedActions.join(' ')));
  const outcomeOf = countOutcomes(task, history);
  return (unit: ContextUnit, retrieval: number): number => {
    const content = contentWords(unit);
    const all = textWords(unit);
    const direct = [...planned].filter((word) => all.has(word));
    const fresh = direct.filter((word) => !asked.has(word));
    const action = Math.min(1, (0.65 * direct.length + 0.35 * fresh.length) / Math.max(1, planned.size));
    const necessity = Math.min(
      1,
      jaccard(all, asked) +
        jaccard(content, planned) +
        (unit.kind === 'file' || unit.kind === 'symbol' ? 0 : 0.15),
    );
    const cost = Math.min(
      1,
      Math.min(1, unit.tokens / 1000) + 1 - unit.confidence + (unit.isStale ? 0.35 : 0),
    );
    return (
      weights.action * action +
      weights.outcome * outcomeOf(unit) +
      weights.necessity * necessity -
      weights.cost * cost +
      0.05 * Math.min(1, retrieval)
    );
  };
}

/** How much better runs went that had a unit than all runs, each weighed by its likeness to the task. */
function countOutcomes(task: Selection['task'], history: readonly AgentRun[]) {
  const asked = new Set(wordsOf(task.instruction));
  const used = new Map<string, { sum: number; count: number }>();
  let sum = 0;
  for (const run of history) {
    const worth = Math.max(0.1, jaccard(runWords(run), asked)) * (run.success ? 1 : 0);
    sum += worth;
    for (const { id } of run.selected) {
      const known = used.get(id) ?? { sum: 0, count: 0 };
      used.set(id, { sum: known.sum + worth, count: known.count + 1 });
    }
  }
  return ({ id }: ContextUnit): number => {
    const known = used.get(id);
    if (known === undefined) return 0;
    return Math.max(0, Math.min(1, known.sum / known.count - sum / history.length + 0.5));
  };
}

const contents = new WeakMap<ContextUnit, ReadonlySet<string>>();
const texts = new WeakMap<ContextUnit, ReadonlySet<string>>();
const runs = new WeakMap<AgentRun, ReadonlySet<string>>();

function contentWords(unit: ContextUnit): ReadonlySet<string> {
  return remember(contents, unit, () => unit.content);
}

function textWords(unit: ContextUnit): ReadonlySet<string> {
  return remember(texts, unit, () => `${unit.content} ${unit.source}`);
}

function runWords(run: AgentRun): ReadonlySet<string> {
  return remember(runs, run, () => [...run.actions, ...run.observations].join(' '));
}

function remember<Key extends object>(
  known: WeakMap<Key, ReadonlySet<string>>,
  key: Key,
  textOf: () => string,
): ReadonlySet<string> {
  const words = known.get(key) ?? new Set(wordsOf(textOf()));
  known.set(key, words);
  return words;
}
