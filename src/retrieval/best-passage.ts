import { type Passage, splitPassages } from '../text/passages.ts';
import { countTerms } from '../text/terms.ts';

/** A passage is compared with at least so many words, and twice those of the question. */
const fewestWords = 40;

/** The run of sentences, of limited length, whose words weigh most in the question. What is short is read whole. */
export function bestPassage(
  text: string,
  weightOf: ReadonlyMap<string, number>,
  askedWordCount: number,
): string {
  const limit = Math.max(fewestWords, 2 * askedWordCount);
  const sentences = splitPassages(text).map((place) => measure(text, place));
  const runs = sentences.map((_, from) => runFrom(sentences.slice(from, from + limit), limit, weightOf));
  const best = runs.reduce<Run | undefined>(
    (a, b) => (a === undefined || b.weight > a.weight ? b : a),
    undefined,
  );
  return best === undefined ? text : text.slice(best.start, best.end);
}

interface Run extends Passage {
  /** Weight of its words in the question. */
  readonly weight: number;
}

/** As many of the sentences as the limit of words allows; always the first. */
function runFrom(sentences: readonly Sentence[], limit: number, weightOf: ReadonlyMap<string, number>): Run {
  let words = 0;
  const beyond = sentences.findIndex((sentence, at) => {
    words += sentence.wordCount;
    return at > 0 && words > limit;
  });
  const taken = sentences.slice(0, beyond === -1 ? sentences.length : beyond);
  const held = new Set(taken.flatMap(({ terms }) => terms));
  let weight = 0;
  for (const term of held) weight += weightOf.get(term) ?? 0;
  return { start: taken[0]?.start ?? 0, end: taken.at(-1)?.end ?? 0, weight };
}

interface Sentence extends Passage {
  readonly terms: readonly string[];
  readonly wordCount: number;
}

function measure(text: string, { start, end }: Passage): Sentence {
  const own = text.slice(start, end);
  return { start, end, terms: [...countTerms(own).keys()], wordCount: own.split(/\s+/).length };
}
