import type { AnswerEvidence } from '../model/answer-evidence.ts';
import type { MemoryItem } from '../model/memory-item.ts';
import { stem } from '../text/stem.ts';
import { boilerplateWords, englishStopWords } from '../text/stop-words.ts';
import { compoundPrefix, countTerms } from '../text/terms.ts';
import { bestPassage } from './best-passage.ts';
import { commonBeginning, commonLetters, commonOrder, commonPairs, heldLetters } from './compare-wordings.ts';
import type { ReadRarities } from './read-rarities.ts';

interface EvidenceRequest {
  readonly question: string;
  /** Best first. */
  readonly items: readonly Pick<MemoryItem, 'title' | 'content' | 'tags'>[];
  /** Rarity of a term among all memories, 0–1; 1 where none holds it. */
  readonly rarityOf: (term: string) => number | undefined;
  readonly raritiesOf: ReadRarities;
}

const readCharacters = 20_000;
/** `kettle`, `kettle port`: words to look for, which have no phrases that a statement could share. */
const fewWords = 2;
/** Words of the question that are compared in their order: what is asked stands at its beginning. */
const comparedWords = 120;
const comparedCharacters = 1_000;
const auxiliary = 'is|are|was|do|does|did|can|could|may|must|should|shall|will|would|has|have';
/** "when" and "where" begin as many rules as questions ("When a test is slow, …"); before an auxiliary they ask. */
const questionForm = new RegExp(
  `\\?\\s*$|^\\W*(?:\\w+\\s+){0,2}(?:how|what|which|who|whose|why)\\s|^\\W*(?:when|where)\\s+(?:${auxiliary}|to)\\s|^\\W*(?:${auxiliary})\\s`,
  'i',
);

/** What questions are made of beside stop words: "how often", "which kind", "what comes first". */
const askingWords =
  'amount away big come fast get go kind large long many often place right set small sort thing time type';
const none: ReadonlyMap<string, number> = new Map();
const generic: ReadonlySet<string> = new Set([...boilerplateWords, ...askingWords.split(' ')].map(stem));

/** Compares a question with each of the memories that fit it best. */
export function compareMemories({
  question,
  items,
  rarityOf,
  raritiesOf,
}: EvidenceRequest): readonly AnswerEvidence[] {
  const form = formOf(question);
  const asked = tellingTerms(question, form === 'question');
  const rarity = (term: string): number => rarityOf(term) ?? 1;
  const weights = new Map(
    [...asked].map(([term, count]) => [term, (1 + Math.log(count)) * rarity(term)] as const),
  );
  const words = wordsOf(question).slice(0, comparedWords);
  const spelled = plainWords(lettersOf(question)).filter((word) => !englishStopWords.has(word));
  const read = items.map((item) => {
    const passage = bestPassage(item.content.slice(0, readCharacters), weights, words.length);
    const held = countTerms([item.title, passage, item.tags.join(' ')].join('\n'));
    const beside = [...held.keys()].filter((term) => !term.startsWith(compoundPrefix) && !asked.has(term));
    return { passage, held, beside };
  });
  const rarities =
    form === 'question' ? raritiesOf([...new Set(read.flatMap(({ beside }) => beside))]) : none;
  return read.map(({ passage, held, beside }) => {
    const passageWords = wordsOf(passage);
    const pairs = commonPairs(words, passageWords);
    return {
      form,
      wordCount: asked.size,
      explained: sum([...asked.keys()].filter((term) => held.has(term)).map(rarity)),
      missing: sum([...asked.keys()].filter((term) => !held.has(term)).map(rarity)),
      told: sum(beside.map((term) => rarities.get(term) ?? 0)),
      order: commonOrder(words, passageWords),
      phrases: pairs.ofAll,
      held: pairs.ofHeld,
      beginning: sum(commonBeginning(words, passageWords).map((word) => rarityOf(word) ?? 0)),
      spelling: heldLetters(spelled, passage.toLowerCase()),
      letters: commonLetters(lettersOf(question), lettersOf(passage)),
    };
  });
}

/** Evidence where no memory is at hand. */
export function noEvidence(question: string): AnswerEvidence {
  const form = formOf(question);
  const asked = tellingTerms(question, form === 'question');
  return {
    form,
    wordCount: asked.size,
    explained: 0,
    missing: asked.size,
    told: 0,
    order: 0,
    phrases: 0,
    held: 0,
    beginning: 0,
    spelling: 0,
    letters: 0,
  };
}

function formOf(question: string): AnswerEvidence['form'] {
  return questionForm.test(question) || wordsOf(question).length <= fewWords ? 'question' : 'statement';
}

/**
 * Without whole names, whose parts count, but for keywords: who looks for `read_config` means that name. Of a question also without
 * what every question is made of: "which … do we use".
 */
function tellingTerms(text: string, isQuestion: boolean): ReadonlyMap<string, number> {
  const all = [...countTerms(text)];
  if (wordsOf(text).length <= fewWords) return new Map(all);
  const plain = all.filter(([term]) => !term.startsWith(compoundPrefix));
  const telling = isQuestion ? plain.filter(([term]) => !generic.has(term)) : plain;
  return new Map(telling.length > 0 ? telling : plain);
}

function wordsOf(text: string): readonly string[] {
  return plainWords(text.toLowerCase()).map(stem);
}

function plainWords(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? [];
}

function lettersOf(text: string): string {
  return text.slice(0, comparedCharacters).toLowerCase();
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
