import { seededRandom } from '../../../src/numeric/seeded-random.ts';
import { shuffle } from '../../gate/generate-benchmark.ts';
import type { ContextTask, ContextUnit, UnitKind } from '../world/context-unit.ts';
import { type ContextMethod, fitBudget, queryOf, type Selection } from './context-method.ts';
import { searchByWords, searchHybrid } from './search-units.ts';

/** The methods that the paper compares itself with (4.2). */
export const baselines: readonly ContextMethod[] = [
  { name: 'NoContext', select: () => [] },
  { name: 'FullContext', select: fullContext },
  { name: 'VanillaRAG', select: vanillaRag },
  { name: 'SummaryMemory', select: summaryMemory },
  { name: 'GraphMemory', select: graphMemory },
  { name: 'AutoContextKG', select: autoContextKg },
  { name: 'SelfGenExamples', select: selfGeneratedExamples },
];

/** Memory first, then whatever is short. */
function fullContext({ graph, budget }: Selection): readonly ContextUnit[] {
  const isMemory = ({ kind }: ContextUnit) => (kind === 'rule' ? 0 : 1);
  const units = graph.units.toSorted((a, b) => isMemory(a) - isMemory(b) || a.tokens - b.tokens);
  return fitBudget(units, budget);
}

function vanillaRag({ graph, task, budget }: Selection): readonly ContextUnit[] {
  return fitBudget(unitsOf(searchHybrid(graph.units, queryOf(task), 40)), budget);
}

/** Memory alone, found by the instruction. */
function summaryMemory({ graph, task, budget }: Selection): readonly ContextUnit[] {
  const units = graph.units.filter(({ kind }) => memoryKinds.has(kind));
  return fitBudget(unitsOf(searchByWords(units, task.instruction).slice(0, 20)), budget);
}

/** The found units, each followed by its neighbours. */
function graphMemory({ graph, task, budget }: Selection): readonly ContextUnit[] {
  const found = unitsOf(searchHybrid(graph.units, queryOf(task), 12));
  const expanded = new Set(found.flatMap((unit) => [unit, ...graph.neighbours(unit.id)]));
  return fitBudget([...expanded], budget);
}

/** The found units, with files, symbols and rules before runs. */
function autoContextKg({ graph, task, budget }: Selection): readonly ContextUnit[] {
  const known: ReadonlySet<UnitKind> = new Set(['file', 'symbol', 'rule']);
  const rank = ({ kind }: ContextUnit) => (known.has(kind) ? 0 : 1);
  const found = unitsOf(searchHybrid(graph.units, queryOf(task), 20));
  return fitBudget(
    found.toSorted((a, b) => rank(a) - rank(b)),
    budget,
  );
}

/** Memory that is believed, found by the instruction. */
function selfGeneratedExamples({ graph, task, budget }: Selection): readonly ContextUnit[] {
  const units = graph.units.filter(
    ({ kind, confidence }) => kind !== 'failure' && memoryKinds.has(kind) && confidence >= 0.75,
  );
  return fitBudget(unitsOf(searchByWords(units, task.instruction).slice(0, 20)), budget);
}

export const memoryKinds: ReadonlySet<UnitKind> = new Set(['rule', 'trajectory', 'failure']);

function unitsOf(found: readonly { readonly unit: ContextUnit }[]): readonly ContextUnit[] {
  return found.map(({ unit }) => unit);
}

/** The upper bound: it alone is told which units are right. */
export function oracleGold(graph: Selection['graph'], task: ContextTask, budget: number) {
  const gold = graph.units.filter(({ id }) => task.goldIds.includes(id));
  return fitBudget(
    gold.toSorted((a, b) => task.goldIds.indexOf(a.id) - task.goldIds.indexOf(b.id)),
    budget,
  );
}

/** Units by chance, the same for the same task. */
export function randomContext({ graph, task, budget }: Selection): readonly ContextUnit[] {
  const seed = [...task.id].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, 13);
  return fitBudget(shuffle(graph.units, seededRandom(seed)), budget);
}
