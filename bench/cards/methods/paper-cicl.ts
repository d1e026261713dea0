import { type ContextUnit, jaccard, wordsOf } from '../world/context-unit.ts';
import type { AgentRun } from '../world/simulate-agent.ts';
import { type UnitGraph, withoutEdges } from '../world/world-graph.ts';
import { memoryKinds, randomContext } from './baselines.ts';
import { type ContextMethod, queryOf, type Selection } from './context-method.ts';
import { type FoundUnit, searchHybrid } from './search-units.ts';

/** Weights of the released selector, which are not those of Eq. 3. */
interface PaperWeights {
  readonly action: number;
  readonly outcome: number;
  readonly necessity: number;
  readonly cost: number;
}

interface PaperOptions {
  readonly weights: PaperWeights;
  readonly filtersConflicts: boolean;
  /** Extra worth that a stale unit needs. */
  readonly staleFloor: number;
}

const released: PaperOptions = {
  weights: { action: 0.35, outcome: 0.35, necessity: 0.2, cost: 0.1 },
  filtersConflicts: true,
  staleFloor: 0.12,
};
const searched = 30;
const neighbourShare = 0.6;
const redundant = 0.82;
const mostUnits = 5;
const leastScore = { first: 0.02, later: 0.06 } as const;

/** The deterministic selector of the paper's release with its seven ablations. */
export const paperCicl: readonly ContextMethod[] = [
  { name: 'CICL', select: selectAs(released) },
  ...Object.entries({
    causal_scoring: { action: 0, outcome: 0, necessity: 1, cost: 0 },
    action_intervention: { action: 0, outcome: 0.55, necessity: 0.35, cost: 0.1 },
    outcome_uplift: { action: 0.55, outcome: 0, necessity: 0.35, cost: 0.1 },
  }).map(([name, weights]) => ({ name: `CICL w/o ${name}`, select: selectAs({ ...released, weights }) })),
  {
    name: 'CICL w/o instance_graph',
    select: (selection) => {
      const units = selection.graph.units.filter(({ kind }) => memoryKinds.has(kind));
      return selectAs(released)({ ...selection, graph: withoutEdges(units) });
    },
  },
  { name: 'CICL w/o conflict_filtering', select: selectAs({ ...released, filtersConflicts: false }) },
  {
    name: 'CICL w/o stale_guard',
    select: selectAs({ ...released, filtersConflicts: false, staleFloor: 0 }),
  },
  { name: 'CICL random_context', select: randomContext },
];

function selectAs(options: PaperOptions): ContextMethod['select'] {
  return ({ graph, task, budget, history }) => {
    const scoreOf = paperScorer(task, history, options.weights);
    const ranked = candidatesOf(graph, task)
      .map(({ unit, score }) => ({ unit, score: scoreOf(unit, score) }))
      .toSorted((a, b) => b.score - a.score);
    return admitInOrder(ranked, { graph, budget, options });
  };
}

interface Admission {
  readonly graph: UnitGraph;
  readonly budget: number;
  readonly options: PaperOptions;
}

/** Takes what is worth enough, fits, says something new and contradicts nothing that was taken. */
function admitInOrder(ranked: readonly FoundUnit[], { graph, budget, options }: Admission) {
  const selected: ContextUnit[] = [];
  const blocked = new Set<string>();
  let room = budget;
  for (const { unit, score } of ranked) {
    if (selected.length >= mostUnits) break;
    const floor = selected.length === 0 ? leastScore.first : leastScore.later;
    const least = floor + (unit.isStale ? options.staleFloor : 0);
    const isRepeated = selected.some(
      (other) => jaccard(contentWords(unit), contentWords(other)) >= redundant,
    );
    if (blocked.has(unit.id) || isRepeated || score < least || unit.tokens > room) continue;
    selected.push(unit);
    room -= unit.tokens;
    if (options.filtersConflicts) for (const id of graph.conflicts(unit.id)) blocked.add(id);
  }
  return selected;
}

function candidatesOf(graph: UnitGraph, task: Selection['task']) {
  const found = searchHybrid(graph.units, queryOf(task), searched);
  const candidates = new Map(found.map((one) => [one.unit.id, one]));
  for (const { unit, score } of found.slice(0, searched / 3))
    for (const near of graph.neighbours(unit.id))
      if (!candidates.has(near.id)) candidates.set(near.id, { unit: near, score: neighbourShare * score });
  return [...candidates.values()];
}

/** The model-free estimates of the release: action, outcome, necessity and cost of one unit. */
function paperScorer(task: Selection['task'], history: readonly AgentRun[], weights: PaperWeights) {
  const asked = new Set(wordsOf(task.instruction));
  const planned = new Set(wordsOf(task.plannedActions.join(' ')));
  const outcomeOf = outcomeScorer(task, history);
  return (unit: ContextUnit, retrieval: number): number => {
    const content = contentWords(unit);
    const all = textWords(unit);
    const direct = [...planned].filter((word) => all.has(word));
    const fresh = direct.filter((word) => !asked.has(word));
    const action = Math.min(1, (0.65 * direct.length + 0.35 * fresh.length) / Math.max(1, planned.size));
    const necessity = Math.min(
      1,
      jaccard(all, asked) + jaccard(content, planned) + (memoryKinds.has(unit.kind) ? 0.15 : 0),
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

const scorers = new WeakMap<readonly AgentRun[], ReturnType<typeof countOutcomes>>();

/** The same history is one and the same list for all variants of a task. */
function outcomeScorer(task: Selection['task'], history: readonly AgentRun[]) {
  const scorer = scorers.get(history) ?? countOutcomes(task, history);
  scorers.set(history, scorer);
  return scorer;
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
