import { type Passage, splitPassages } from '../text/passages.ts';
import { countTerms } from '../text/terms.ts';

/** Question by which the passages of a long memory are chosen: its terms with their weights. */
export interface CardFocus {
  readonly weights: ReadonlyMap<string, number>;
}

/** Longest text of a card, without the note where the rest is. */
export const longestHint = 700;
/** Passages are chosen from the beginning of a very long text. */
export const readCharacters = 20_000;
const gap = ' … ';
/** Worth of a conclusion, as a share of all that is asked; and of the opening, which says what the text is about. */
const conclusionWorth = 0.25;
const openingWorth = 0.1;
/** A word that was shown already counts this much when it comes again. */
const repeatedShare = 0.3;
/** The next passage often explains the one before. */
const neighbourShare = 0.2;

/**
 * Passages that conclude: under such a heading, or with such a beginning. "Decision: …", "So we use …", "Instead, …".
 */
const concluding =
  /^[\s#*>-]*(?:decision|decided|conclusion|outcome|resolution|solution|result|fix|rule|summary|in short|therefore|thus|hence|so|instead|as a result|finally|we (?:decided|chose|will|use|keep|now)|must|always|never)\b/i;

/**
 * A text as a card holds it: whole where it is short; else the passages that match the question, or conclude, in their
 * order, with the command that shows the rest.
 */
export function selectPassages(
  text: string,
  itemId: string,
  focus?: CardFocus,
  longest = longestHint,
): string {
  if (text.length <= longest) return text;
  return `${selectText(text, longest, focus)} … (all of it: recall with the id ${itemId.slice(0, 8)}, or afterwit show ${itemId.slice(0, 8)})`;
}

/** The passages of a text that match the question, or conclude, within a number of characters. */
export function selectText(text: string, longest: number, focus?: CardFocus): string {
  if (text.length <= longest) return text;
  const chosen = choosePassages(text.slice(0, readCharacters), longest, focus);
  return chosen.map(({ start, end }) => text.slice(start, end)).join(gap);
}

interface RatedPassage extends Passage {
  readonly terms: readonly string[];
  /** Weight of all that is asked. */
  readonly whole: number;
  /** Its worth for any question. */
  readonly fixed: number;
}

/** Returns the passages of a card, in their order; the one that adds most is taken first, as long as one fits. */
function choosePassages(text: string, longest: number, focus: CardFocus | undefined): readonly Passage[] {
  const weights = focus?.weights ?? new Map<string, number>();
  const passages = splitPassages(text).map((place) => ratePassage(text, place, weights));
  const state = { shown: new Set<string>(), taken: new Set<number>(), room: longest };
  for (
    let next = bestOf(passages, state, weights);
    next !== undefined;
    next = bestOf(passages, state, weights)
  ) {
    const passage = passages[next] as RatedPassage;
    state.taken.add(next);
    state.room -= costOf(passage);
    for (const term of passage.terms) state.shown.add(term);
  }
  return joinNeighbours(
    passages.filter((_, at) => state.taken.has(at)),
    text,
  );
}

function ratePassage(text: string, place: Passage, weights: CardFocus['weights']): RatedPassage {
  const own = text.slice(place.start, place.end);
  const terms = [...countTerms(own).keys()].filter((term) => weights.has(term));
  const whole = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1;
  const isOpening = text.slice(0, place.start).trim() === '';
  const fixed = (concluding.test(own) ? conclusionWorth : 0) + (isOpening ? openingWorth : 0);
  return { ...place, terms, whole, fixed };
}

interface Choice {
  /** Terms that the chosen passages show. */
  readonly shown: ReadonlySet<string>;
  readonly taken: ReadonlySet<number>;
  readonly room: number;
}

/** Returns the passage that adds most and fits. A passage that adds nothing is taken only to go on from a shown one. */
function bestOf(
  passages: readonly RatedPassage[],
  { shown, taken, room }: Choice,
  weights: CardFocus['weights'],
): number | undefined {
  const worthOf = ({ terms, whole, fixed }: RatedPassage, isNew: boolean): number => {
    const share = (term: string) => (weights.get(term) ?? 0) * (isNew && shown.has(term) ? repeatedShare : 1);
    return terms.reduce((sum, term) => sum + share(term), 0) / whole + fixed;
  };
  let best: { readonly at: number; readonly worth: number } | undefined;
  for (const [at, passage] of passages.entries()) {
    if (taken.has(at) || costOf(passage) > room) continue;
    const before = taken.has(at - 1) ? passages[at - 1] : undefined;
    const beside = before === undefined ? 0 : neighbourShare * worthOf(before, false);
    const worth = worthOf(passage, true) + beside;
    if (worth === 0 && before === undefined) continue;
    if (best === undefined || worth > best.worth) best = { at, worth };
  }
  return best?.at;
}

function costOf({ start, end }: Passage): number {
  return end - start + gap.length;
}

/** Passages with nothing but space between them stay together as they are written. */
function joinNeighbours(passages: readonly Passage[], text: string): readonly Passage[] {
  const joined: Passage[] = [];
  for (const { start, end } of passages) {
    const last = joined.at(-1);
    if (last !== undefined && text.slice(last.end, start).trim() === '' && start - last.end <= gap.length)
      joined[joined.length - 1] = { start: last.start, end };
    else joined.push({ start, end });
  }
  return joined;
}
