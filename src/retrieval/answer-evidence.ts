import type { AnswerEvidence } from '../model/answer-evidence.ts';
import type { MemoryItem } from '../model/memory-item.ts';
import { type Passage, splitPassages } from '../text/passages.ts';
import { stem } from '../text/stem.ts';
import { boilerplateWords } from '../text/stop-words.ts';
import { compoundPrefix, countTerms } from '../text/terms.ts';

interface EvidenceRequest {
  readonly question: string;
  /** Those that would be shown, best first. */
  readonly items: readonly Pick<MemoryItem, 'title' | 'content' | 'tags'>[];
  /** Rarity of a term among all memories, 0–1; 1 where none holds it. */
  readonly rarityOf: (term: string) => number | undefined;
}

const mostItems = 5;
const rarestCount = 5;
const readCharacters = 20_000;
/** Words of the question that are compared in their order: what is asked stands at its beginning. */
const comparedWords = 120;
/** A passage is compared with at least so many words, and twice those of the question. */
const fewestWindowWords = 40;
const auxiliary = 'is|are|was|do|does|did|can|could|may|must|should|shall|will|would|has|have';
/** "when" and "where" begin as many rules as questions ("When a test is slow, …"); before an auxiliary they ask. */
const questionForm = new RegExp(
  `\\?\\s*$|^\\W*(?:\\w+\\s+){0,2}(?:how|what|which|who|whose|why)\\s|^\\W*(?:when|where)\\s+(?:${auxiliary}|to)\\s|^\\W*(?:${auxiliary})\\s`,
  'i',
);

/** What questions are made of beside stop words: "how often", "which kind", "what comes first". */
const askingWords =
  'amount away big come fast get go kind large long many often place right set small sort thing time type';
const generic: ReadonlySet<string> = new Set([...boilerplateWords, ...askingWords.split(' ')].map(stem));

/** Compares a question with the memories that fit it best. */
export function answerEvidence({ question, items, rarityOf }: EvidenceRequest): AnswerEvidence {
  const form = questionForm.test(question) ? 'question' : 'statement';
  const asked = tellingTerms(question, form === 'question');
  const rarity = (term: string): number => rarityOf(term) ?? 1;
  const massOf = new Map([...asked].map(([term, count]) => [term, (1 + Math.log(count)) * rarity(term)]));
  const whole = sum(massOf.values()) || 1;
  const rarest = [...asked.keys()].sort((a, b) => rarity(b) - rarity(a)).slice(0, rarestCount);
  const words = wordsOf(question).slice(0, comparedWords);
  const fits = items.slice(0, mostItems).map((item) => {
    const text = [item.title, item.content.slice(0, readCharacters), item.tags.join(' ')].join('\n');
    const held = countTerms(text);
    const passage = wordsOf(bestWindow(item.content.slice(0, readCharacters), massOf, words.length));
    return {
      coverage: sum([...massOf].filter(([term]) => held.has(term)).map(([, mass]) => mass)) / whole,
      rare: rarest.length === 0 ? 0 : rarest.filter((term) => held.has(term)).length / rarest.length,
      order: longestCommonOrder(words, passage) / Math.max(1, words.length),
      phrases: sharedPairs(words, passage),
    };
  });
  const best = (kind: keyof (typeof fits)[number]): number => Math.max(0, ...fits.map((fit) => fit[kind]));
  return {
    form,
    wordCount: asked.size,
    known: sum([...massOf].filter(([term]) => rarity(term) < 1).map(([, mass]) => mass)) / whole,
    coverage: best('coverage'),
    rare: best('rare'),
    order: best('order'),
    phrases: best('phrases'),
  };
}

/** Without whole names, whose parts count; of a question also without what every question is made of: "which … do we use". */
function tellingTerms(text: string, isQuestion: boolean): ReadonlyMap<string, number> {
  const plain = [...countTerms(text)].filter(([term]) => !term.startsWith(compoundPrefix));
  const telling = isQuestion ? plain.filter(([term]) => !generic.has(term)) : plain;
  return new Map(telling.length > 0 ? telling : plain);
}

function wordsOf(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).map(stem);
}

/** The run of passages, of limited length, whose words weigh most in the question. What is short is read whole. */
function bestWindow(text: string, massOf: ReadonlyMap<string, number>, askedWords: number): string {
  const limit = Math.max(fewestWindowWords, 2 * askedWords);
  const passages = splitPassages(text).map((place) => ({ ...place, ...measure(text, place) }));
  const runs = passages.map((_, from) => runFrom(passages.slice(from, from + limit), limit, massOf));
  const best = runs.reduce<Run | undefined>(
    (a, b) => (a === undefined || b.mass > a.mass ? b : a),
    undefined,
  );
  return best === undefined ? text : text.slice(best.start, best.end);
}

interface Run extends Passage {
  /** Weight of its words in the question. */
  readonly mass: number;
}

/** As many of the passages as the limit of words allows; always the first. */
function runFrom(
  passages: readonly MeasuredPassage[],
  limit: number,
  massOf: ReadonlyMap<string, number>,
): Run {
  let words = 0;
  const beyond = passages.findIndex((passage, at) => {
    words += passage.words;
    return at > 0 && words > limit;
  });
  const taken = passages.slice(0, beyond === -1 ? passages.length : beyond);
  const held = new Set(taken.flatMap(({ terms }) => terms));
  return {
    start: taken[0]?.start ?? 0,
    end: taken.at(-1)?.end ?? 0,
    mass: sum([...held].map((term) => massOf.get(term) ?? 0)),
  };
}

interface MeasuredPassage extends Passage {
  readonly terms: readonly string[];
  readonly words: number;
}

function measure(text: string, { start, end }: Passage): Pick<MeasuredPassage, 'terms' | 'words'> {
  const own = text.slice(start, end);
  return { terms: [...countTerms(own).keys()], words: own.split(/\s+/).length };
}

/** Length of the longest common subsequence. */
function longestCommonOrder(asked: readonly string[], held: readonly string[]): number {
  let previous = new Uint16Array(held.length + 1);
  for (const word of asked) {
    const current = new Uint16Array(held.length + 1);
    for (const [at, other] of held.entries()) {
      current[at + 1] =
        word === other
          ? (previous[at] as number) + 1
          : Math.max(current[at] as number, previous[at + 1] as number);
    }
    previous = current;
  }
  return previous[held.length] as number;
}

/** Jaccard of the pairs of neighbouring words; the beginning counts as a neighbour, since it names the subject. */
function sharedPairs(asked: readonly string[], held: readonly string[]): number {
  const one = pairsOf(asked);
  const other = pairsOf(held);
  const common = [...one].filter((pair) => other.has(pair)).length;
  return common / Math.max(1, one.size + other.size - common);
}

function pairsOf(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.map((word, at) => `${at === 0 ? '' : words[at - 1]} ${word}`));
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
