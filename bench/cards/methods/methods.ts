import { utilityOf } from '../../../src/judging/utility.ts';
import { packUnits } from '../../../src/packing/pack-units.ts';
import { namesPath } from '../../../src/text/path-role.ts';
import { estimateByProxy } from '../proxy/estimate.ts';
import type { ContextUnit } from '../world/context-unit.ts';
import { type ContextMethod, fitBudget, queryOf } from './context-method.ts';
import { judgeCandidates } from './judge-candidates.ts';
import { searchHybrid } from './search-units.ts';

/** Files, symbols and rules: what a selector did with an earlier task is no evidence. */
const isEvidence = ({ kind }: ContextUnit): boolean =>
  kind === 'file' || kind === 'symbol' || kind === 'rule';

/** The methods of the paper (4.2) that come off best there. */
export const baselines: readonly ContextMethod[] = [
  {
    name: 'VanillaRAG',
    select: ({ graph, task, budget }) =>
      fitBudget(
        searchHybrid(graph.units, queryOf(task), 40).map(({ unit }) => unit),
        budget,
      ),
  },
  {
    /** With files, symbols and rules before runs. */
    name: 'AutoContextKG',
    select: ({ graph, task, budget }) => {
      const found = searchHybrid(graph.units, queryOf(task), 20).map(({ unit }) => unit);
      return fitBudget(
        found.toSorted((a, b) => Number(isEvidence(b)) - Number(isEvidence(a))),
        budget,
      );
    },
  },
];

/** What scores less than so much of the best is left out. Chosen on another family of worlds. */
const leastShare = 0.8;

/** The product's utility and packing: the most useful first, and never two that contradict each other. */
export const ours: ContextMethod = {
  name: 'ours',
  select: (selection) => {
    const scored = judgeCandidates(selection).map(({ unit, evidence }) => ({
      unit,
      utility: utilityOf(estimateByProxy(evidence)),
    }));
    const best = Math.max(...scored.map(({ utility }) => utility), 0);
    const units = scored
      .filter(({ utility }) => utility > 0 && utility >= leastShare * best)
      .map(({ unit, utility }) => ({
        ...{ unit, utility, id: unit.id, tokens: unit.tokens },
        conflictsWith: [...selection.graph.conflicts(unit.id)],
      }));
    return packUnits(units, selection.budget)
      .units.toSorted((a, b) => b.utility - a.utility)
      .map(({ unit }) => unit);
  },
};

/** The units that name a planned thing, the shortest first. No estimate, and no search. */
export const literalMatch: ContextMethod = {
  name: 'literal match of the planned actions',
  select({ graph, task, budget }) {
    const objects = task.plannedActions.flatMap((action) => action.split(' ').at(-1) ?? []);
    const named = graph.units.filter(
      (unit) => isEvidence(unit) && objects.every((object) => names(unit, object)),
    );
    return fitBudget(
      named.toSorted((a, b) => a.tokens - b.tokens),
      budget,
    );
  },
};

function names({ id, content, source }: ContextUnit, object: string): boolean {
  const text = [id, source, content].join('\n');
  return object.includes('.') ? namesPath(text, object) : new Set(text.split(/\W+/)).has(object);
}

/** AutoContextKG of the units that score nearly as much as the best. */
export const autoContextCut: ContextMethod = {
  name: `AutoContextKG, cut at ${leastShare} of the best`,
  select({ graph, task, budget }) {
    const found = searchHybrid(graph.units, queryOf(task), 40).filter(({ unit }) => isEvidence(unit));
    const least = leastShare * (found[0]?.score ?? 0);
    return fitBudget(
      found.filter(({ score }) => score >= least).map(({ unit }) => unit),
      budget,
    );
  },
};
