import {
  type AnswerEstimate,
  type AnswerEvidence,
  type AnswerLevel,
  leaf,
  type ScoreTree,
} from '../model/evidence.ts';
import type { MemoryItem } from '../model/memory-item.ts';
import { predictLogistic } from '../numeric/probabilities.ts';
import { rarityOfRun, runsOfWord, shareOfTerm } from '../text/rarity.ts';
import { kindsOf, thingsIn } from '../text/statements/vocabulary.ts';
import { compoundPrefix, inverseDocumentFrequency } from '../text/terms.ts';
import { boilerplateWords, englishStopWords, stem } from '../text/words.ts';
import { itemTerms, namedTerms } from './item-terms.ts';

/** The memories that a question is compared with a few of. */
export interface MemoryStatistics {
  readonly itemCount: number;
  /** In terms. */
  readonly averageLength: number;
  /** Number of memories that hold a term of the question. */
  readonly frequencyOf: (term: string) => number;
}

/** Runs of letters are compared of so much of the question; of a memory part by part, each as long. */
const comparedCharacters = 4_000;
const readCharacters = 20_000;
/** Number of imagined memories about software, since a young collection says little about the rarity of words. */
const imaginedItems = 200;
/** `kettle`, `kettle port`: words to look for, of any kind. */
const fewWords = 2;
/** Words of questions beside stop words: "how often", "which kind", "what comes first". */
const askingWords =
  'amount away big come fast get go kind large long many often place right set small sort thing time type';
const generic: ReadonlySet<string> = new Set([...boilerplateWords, ...askingWords.split(' ')].map(stem));
/** Values of θ that the bound of the surprise is sought at. */
const exponents = [0.05, 0.1, 0.2, 0.3, 0.45, 0.6, 0.8, 1, 1.3, 1.6, 2];
const shortestRelative = 0.2;

export function compareMemories(
  question: string,
  items: readonly Pick<MemoryItem, 'title' | 'content' | 'tags' | 'references' | 'body'>[],
  memories: MemoryStatistics,
): readonly AnswerEvidence[] {
  if (items.length === 0) return [];
  const lettersOf = compareLetters(question);
  const terms = tellingTerms(question, memories);
  return items.map((item) => {
    const held = itemTerms(item);
    return {
      letters: Math.max(...partsOf(item).map(lettersOf)),
      ...surpriseOf(terms, held, memories),
    };
  });
}

function partsOf({ title, content }: Pick<MemoryItem, 'title' | 'content'>): readonly string[] {
  const text = `${title}\n${content}`.slice(0, readCharacters);
  const count = Math.ceil(text.length / comparedCharacters);
  return Array.from({ length: count }, (_, at) =>
    text.slice(at * comparedCharacters, (at + 1) * comparedCharacters),
  );
}

interface WeighedRuns {
  readonly runs: ReadonlySet<string>;
  readonly weight: number;
}

function runsOf(text: string): WeighedRuns {
  const words =
    text
      .slice(0, comparedCharacters)
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu) ?? [];
  const runs = new Set([...new Set(words)].filter((word) => !englishStopWords.has(word)).flatMap(runsOfWord));
  return { runs, weight: weightOf(runs) };
}

function weightOf(runs: Iterable<string>): number {
  let weight = 0;
  for (const run of runs) weight += rarityOfRun(run);
  return weight;
}

/**
 * Compares the letters of a question with those of a text. A tool that only one of the two names also counts as its kind:
 * "which package manager" fits `yarn`, and `prisma` a rule about ORMs.
 */
function compareLetters(question: string): (text: string) => number {
  const asked = thingsIn(question);
  const withKinds = new Map<string, WeighedRuns>();
  return (text) => {
    const held = thingsIn(text);
    const kinds = kindsOf(asked, held);
    const runs = withKinds.get(kinds) ?? runsOf(`${kinds} ${question}`);
    withKinds.set(kinds, runs);
    return sharedLetters(runs, runsOf(`${kindsOf(held, asked)} ${text}`));
  };
}

function sharedLetters(asked: WeighedRuns, held: WeighedRuns): number {
  let shared = 0;
  for (const run of asked.runs) if (held.runs.has(run)) shared += rarityOfRun(run);
  return shared / Math.max(1, Math.min(asked.weight, held.weight));
}

interface WeighedTerm {
  readonly term: string;
  /** Inverse document frequency. */
  readonly weight: number;
  /** Memories that hold it, imagined ones included. */
  readonly frequency: number;
}

/** Without whole names, whose parts count, and words of any question; all terms where there are few or no others. */
function tellingTerms(
  question: string,
  { itemCount, frequencyOf }: MemoryStatistics,
): readonly WeighedTerm[] {
  const all = [...namedTerms(question).keys()];
  const isShort = (question.match(/[\p{L}\p{N}_]+/gu) ?? []).length <= fewWords;
  const named = isShort ? all : all.filter((term) => !term.startsWith(compoundPrefix));
  const telling = named.filter((term) => !generic.has(term));
  return (telling.length > 0 ? telling : named).map((term) => {
    const frequency = frequencyOf(term) + imaginedItems * shareOfTerm(term);
    return { term, frequency, weight: inverseDocumentFrequency(frequency, itemCount + imaginedItems) };
  });
}

/**
 * −ln of the expected number of unrelated memories of this length that hold as much of the question (the E-value of BLAST,
 * Karlin & Altschul 1990): Chernoff's bound of the chance of one, times the number of memories.
 */
function surpriseOf(
  terms: readonly WeighedTerm[],
  held: ReadonlyMap<string, number>,
  { itemCount, averageLength }: MemoryStatistics,
): Pick<AnswerEvidence, 'surprise' | 'terms'> {
  let length = 0;
  for (const count of held.values()) length += count;
  const relative = Math.max(shortestRelative, length / Math.max(1, averageLength));
  const matched = terms.filter(({ term }) => held.has(term));
  const shared = matched.reduce((sum, { weight }) => sum + weight, 0);
  const chances = terms.map(({ term, weight, frequency }) => {
    const others = Math.max(0.5, frequency - (held.has(term) ? 1 : 0));
    const share = Math.min(0.9, others / (itemCount + imaginedItems));
    return { weight, chance: 1 - (1 - share) ** relative };
  });
  const bound = Math.min(
    0,
    ...exponents.map((exponent) =>
      chances.reduce(
        (sum, { weight, chance }) => sum + Math.log1p(chance * Math.expm1(exponent * weight)),
        -exponent * shared,
      ),
    ),
  );
  return {
    surprise: -bound - Math.log(Math.max(1, itemCount)),
    terms: matched.toSorted((a, b) => b.weight - a.weight).map(({ term }) => term),
  };
}

/** Weights of one logistic model for questions of every kind; fitted by `npm run bench -- recall --part families --fit`. */
export const answerWeights = { intercept: -4.65, letters: 4.84, surprise: 0.67 } as const;

/** The least confidence of each level; chosen on the same families (docs/research/recall.md). */
export const leastConfidence = { likely: 0.55, perhaps: 0.015 } as const;

/** Feature values, in the order of the weights. */
export function answerFeatures({ letters, surprise }: AnswerEvidence): readonly number[] {
  return [1, letters, Math.sign(surprise) * Math.log1p(Math.abs(surprise))];
}

/** How likely a memory answers the question, with the level that follows from it. */
export function estimateAnswer(evidence: AnswerEvidence): AnswerEstimate {
  const confidence = predictLogistic(Object.values(answerWeights), answerFeatures(evidence));
  return { confidence, level: levelOf(confidence), evidence };
}

export function levelOf(confidence: number): AnswerLevel {
  if (confidence >= leastConfidence.likely) return 'likely';
  return confidence >= leastConfidence.perhaps ? 'perhaps' : 'nothing';
}

/** The parts of an estimate: each weight times its feature, summed up in log-odds. */
export function explainAnswer({ confidence, level, evidence, near }: AnswerEstimate): ScoreTree {
  const [, letters = 0, surprise = 0] = answerFeatures(evidence);
  return {
    value: confidence,
    description: `how likely it answers: ${level}; 1 / (1 + e^−(sum of the parts))`,
    parts: [
      leaf(answerWeights.intercept, 'every memory'),
      leaf(answerWeights.letters * letters, `letters in common: ${evidence.letters.toFixed(2)} by rarity`),
      leaf(
        answerWeights.surprise * surprise,
        `words in common by more than chance: surprise ${evidence.surprise.toFixed(1)}`,
      ),
      ...(near === undefined
        ? []
        : [leaf(0, `near by its vector: cosine ${near.toFixed(2)}; a line, never a card`)]),
    ],
  };
}

const auxiliary = 'is|are|was|do|does|did|can|could|may|must|should|shall|will|would|has|have';
/** "when" begins as many rules as questions ("When a test is slow, …"); before an auxiliary it asks. */
const asking = new RegExp(
  `\\?\\s*$|^\\W*(?:\\w+\\s+){0,2}(?:how|what|which|who|whose)\\s|^\\W*when\\s+(?:${auxiliary}|to)\\s|^\\W*(?:${auxiliary})\\s`,
  'i',
);
/** A cause and a place are in the code. */
const seeking = /^\W*(?:\w+\s+){0,2}(?:why|where)\b/i;

/** Whether a text asks in one line what to do; else it tells what is wrong, or seeks a cause or a place. */
export function asksWhatToDo(text: string): boolean {
  const line = text.trim();
  return !line.includes('\n') && asking.test(line) && !seeking.test(line);
}
