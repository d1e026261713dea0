import { namesPath } from '../../../src/text/path-role.ts';
import type { ContextUnit } from '../world/context-unit.ts';
import { type ContextMethod, fitBudget, queryOf, type Selection } from './context-method.ts';
import { searchHybrid } from './search-units.ts';

/** The cut-off of ours: what a search gives less than so much of the best is left out. */
const leastShare = 0.8;
const searched = 40;

/** Files, symbols and rules: what a selector did with an earlier task is no evidence. */
function isEvidence({ kind }: ContextUnit): boolean {
  return kind === 'file' || kind === 'symbol' || kind === 'rule';
}

/** The units that name a planned thing, the shortest first. No estimate, and no search. */
const literalMatch: ContextMethod = {
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

/** VanillaRAG and AutoContextKG, which takes evidence alone, cut to the units that score nearly as much as the best. */
function withCut(name: string, mayTake: (unit: ContextUnit) => boolean): ContextMethod {
  return {
    name: `${name}, cut at ${leastShare} of the best`,
    select({ graph, task, budget }: Selection) {
      const found = searchHybrid(graph.units, queryOf(task), searched).filter(({ unit }) => mayTake(unit));
      const least = leastShare * (found[0]?.score ?? 0);
      return fitBudget(
        found.filter(({ score }) => score >= least).map(({ unit }) => unit),
        budget,
      );
    },
  };
}

/** Simple methods that a reader would try first: printed beside ours. */
export const simpleBaselines: readonly ContextMethod[] = [
  literalMatch,
  withCut('VanillaRAG', () => true),
  withCut('AutoContextKG', isEvidence),
];
