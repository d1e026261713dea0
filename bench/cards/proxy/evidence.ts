import type { UnitKind } from '../../../src/index.ts';
import type { JudgedRisk } from '../../../src/judging/utility.ts';
import { jaccard } from '../../../src/text/likeness.ts';
import { namesPath } from '../../../src/text/path-role.ts';
import { countTerms } from '../../../src/text/terms.ts';

/** A piece of evidence whose usefulness is to be estimated, from what is known before anything is done with it. */
export interface JudgedUnit extends JudgedRisk {
  readonly id: string;
  readonly kind: UnitKind;
  /** Its text. Only the beginning of a very long one is read. */
  readonly text: string;
  /** Paths that it is, or is about. */
  readonly places: readonly string[];
  /** Names that it defines, such as a function. */
  readonly names: readonly string[];
  /** Whole number, at least 0. */
  readonly tokens: number;
  /** How well a search found it, 0–1. */
  readonly retrieval: number;
}

/** The task of the evidence. */
export interface JudgedTask {
  readonly text: string;
  /** The next actions, as far as known: `run npm test`, `edit src/a.ts`. */
  readonly plannedActions: readonly string[];
}

/** The common part of a unit and a task. All shares are weighed by the rarity of a term among the units, 0–1. */
export interface UnitEvidence {
  readonly unit: JudgedUnit;
  /** Share of the task's text that the unit holds. */
  readonly taskShare: number;
  /** Share of the terms of both that either has; not weighed. */
  readonly overlap: number;
  /** Share of the planned action that it holds most of. */
  readonly actionShare: number;
  /** Share of what all planned actions hold beyond the task. */
  readonly freshShare: number;
  /** Share of the task's terms in its places and names. */
  readonly sourceShare: number;
  /** A planned action is about the unit itself: it names its place, or what it defines. */
  readonly isObject: boolean;
  /** Compound names that it adds to those of the task. */
  readonly newNames: number;
}

/** Of a longer text, the beginning is read: 10 MB take as long as this. */
const readCharacters = 20_000;
const compound = /^=/;

/** Reads a task and its candidates once, for every term and feature. @returns one for each unit, in their order */
export function readEvidence(units: readonly JudgedUnit[], task: JudgedTask): readonly UnitEvidence[] {
  const terms = units.map(({ text, places, names }) =>
    termsOf([text.slice(0, readCharacters), ...places, ...names].join('\n')),
  );
  const rarityOf = raritiesAmong(terms);
  const shareOf = (asked: ReadonlySet<string>, held: ReadonlySet<string>) => shareHeld(asked, held, rarityOf);
  const asked = termsOf(task.text.slice(0, readCharacters));
  const actions = task.plannedActions.map((action) => ({ action, terms: termsOf(action) }));
  const fresh = new Set(actions.flatMap(({ terms: all }) => [...all].filter((term) => !asked.has(term))));
  return units.map((unit, at) => {
    const held = terms[at] as ReadonlySet<string>;
    return {
      unit,
      taskShare: shareOf(asked, held),
      overlap: jaccard(asked, held),
      actionShare: actions.reduce((most, action) => Math.max(most, shareOf(action.terms, held)), 0),
      freshShare: shareOf(fresh, held),
      sourceShare: shareOf(asked, termsOf([...unit.places, ...unit.names].join('\n'))),
      isObject: actions.some(({ action }) => isObjectOf(action, unit)),
      newNames: [...held].filter((term) => compound.test(term) && !asked.has(term)).length,
    };
  });
}

function termsOf(text: string): ReadonlySet<string> {
  return new Set(countTerms(text).keys());
}

/** ln(1 + n / df) over the units; a term that none holds is the rarest. */
function raritiesAmong(units: readonly ReadonlySet<string>[]): (term: string) => number {
  const holding = new Map<string, number>();
  for (const terms of units) for (const term of terms) holding.set(term, (holding.get(term) ?? 0) + 1);
  return (term) => Math.log(1 + units.length / (holding.get(term) ?? 1));
}

function shareHeld(
  asked: ReadonlySet<string>,
  held: ReadonlySet<string>,
  rarityOf: (term: string) => number,
): number {
  let whole = 0;
  let part = 0;
  for (const term of asked) {
    const rarity = rarityOf(term);
    whole += rarity;
    if (held.has(term)) part += rarity;
  }
  return whole === 0 ? 0 : part / whole;
}

function isObjectOf(action: string, { places, names }: JudgedUnit): boolean {
  const words = new Set(action.split(/[^\p{L}\p{N}_$]+/u));
  return places.some((place) => namesPath(action, place)) || names.some((name) => words.has(name));
}
