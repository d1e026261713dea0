import { cluedSentences } from '../../src/capture/find-statements.ts';
import { sigmoid } from '../../src/numeric/probabilities.ts';

/** A message to an agent, and what of it holds for later sessions. */
export interface LabelledMessage {
  /** Its writer. */
  readonly set: string;
  readonly message: string;
  readonly keep: readonly { readonly type: string; readonly text: string }[];
}

interface LabelledSentence {
  readonly clues: readonly string[];
  readonly isKept: boolean;
}

/** Whether a sentence stands in a kept text, or the other way round. */
export function isKept(sentence: string, { keep }: LabelledMessage): boolean {
  return keep.some(({ text }) => text.includes(sentence) || sentence.includes(text));
}

/** A rarer clue is a name of one project. */
const leastSeen = 5;
/** Strengths of the penalties λ₁ Σ |w| and λ₂/2 Σ w². */
const penalty = 1;
const ridge = 0.5;
const steps = 300;
const least = 0.05;

/**
 * Fits the log-odds of clues by a logistic regression with an L1 penalty (FISTA, Beck & Teboulle 2009, Section 4, with a step for
 * each clue by how often it stands beside others): most weights become 0. Deterministic. Weights are rounded to .05.
 */
export function fitClues(messages: readonly LabelledMessage[]): ReadonlyMap<string, number> {
  const sentences = messages.flatMap((message): readonly LabelledSentence[] =>
    cluedSentences(message.message).map(({ text, clues }) => ({ clues, isKept: isKept(text, message) })),
  );
  const counts = new Map<string, number>();
  for (const { clues } of sentences) for (const clue of clues) counts.set(clue, (counts.get(clue) ?? 0) + 1);
  const names = ['', ...[...counts].filter(([, count]) => count >= leastSeen).map(([name]) => name)];
  const placeOf = new Map(names.map((name, place) => [name, place]));
  const rows = sentences.map(({ clues }) => [0, ...clues.flatMap((clue) => placeOf.get(clue) ?? [])]);
  const rates = new Float64Array(names.length);
  for (const row of rows) for (const place of row) rates[place] = (rates[place] ?? 0) + row.length / 4;
  let weights = new Float64Array(names.length);
  let ahead = weights;
  let momentum = 1;
  for (let step = 0; step < steps; step++) {
    const slope = new Float64Array(names.length);
    for (const [at, row] of rows.entries()) {
      const error = sigmoid(sum(ahead, row)) - (sentences[at]?.isKept ? 1 : 0);
      for (const place of row) slope[place] = (slope[place] ?? 0) + error;
    }
    const next = ahead.map((weight, place) => {
      const rate = 1 / (rates[place] || 1);
      const moved = weight - rate * ((slope[place] ?? 0) + ridge * weight);
      return place === 0 ? moved : Math.sign(moved) * Math.max(0, Math.abs(moved) - rate * penalty);
    });
    const grown = (1 + Math.sqrt(1 + 4 * momentum ** 2)) / 2;
    ahead = next.map((weight, place) => weight + ((momentum - 1) / grown) * (weight - (weights[place] ?? 0)));
    [weights, momentum] = [next, grown];
  }
  const rounded = names.map(
    (name, place) => [name, Math.round((weights[place] ?? 0) / least) * least] as const,
  );
  return new Map(rounded.filter(([, weight]) => weight !== 0));
}

function sum(weights: Float64Array, row: readonly number[]): number {
  return row.reduce((all, place) => all + (weights[place] ?? 0), 0);
}

/** The table as `src/capture/statement-clues.ts` has it. */
export function writeClues(weights: ReadonlyMap<string, number>): string {
  const rows = Map.groupBy([...weights], ([, weight]) => weight.toFixed(2).replace(/0$/, ''));
  return [...rows]
    .sort(([one], [other]) => Number(other) - Number(one))
    .map(
      ([weight, clues]) =>
        `${weight} ${clues
          .map(([clue]) => clue)
          .sort()
          .join('; ')}`,
    )
    .join('\n');
}
