import { sigmoid } from '../numeric/probabilities.ts';
import { inverseDocumentFrequency } from '../text/select-terms.ts';
import { countTerms } from '../text/terms.ts';

/** What an earlier task is compared by. */
export interface ExperienceText {
  readonly title: string;
  readonly request: string;
  /** Terms of what was said and changed for it. */
  readonly terms: readonly string[];
  readonly paths: readonly string[];
}

/** An earlier task, by its place among those that were compared. */
export interface RankedExperience {
  readonly at: number;
  /** Mean of five likenesses, 0–1. */
  readonly likeness: number;
  /** Calibrated probability that it is the right experience for what is asked, 0–1. */
  readonly confidence: number;
}

type Terms = ReadonlyMap<string, number>;

/** With few tasks in memory no term is rare; imagined ones, in which none of them occurs, keep names above words. */
const imaginedTasks = 100;
/**
 * Log-odds by the logarithm of the likeness, fitted on tasks of seven repositories that are linked to an earlier one, with that one in
 * memory, taken out, and with the tasks of other repositories instead: `npm run bench -- experience`.
 */
const calibration = { intercept: 5.24, likeness: 3.46 } as const;
const leastLikeness = 1e-4;

/**
 * Earlier tasks by how alike they are to what is asked, likeliest first: the cosine of its words to the title of each task, to its request,
 * to what was said and changed for it, and to the paths it changed; and of both titles. Each counts the same: nothing here is fitted but the
 * probability.
 */
export function rankExperiences(
  asked: Pick<ExperienceText, 'title' | 'request'>,
  tasks: readonly ExperienceText[],
): readonly RankedExperience[] {
  const title = countTerms(asked.title);
  const whole = countTerms(asked.request);
  const titles = tasks.map((task) => countTerms(task.title));
  const likenesses = [
    cosines(whole, titles),
    cosines(title, titles),
    cosines(
      whole,
      tasks.map((task) => countTerms(task.request)),
    ),
    cosines(
      whole,
      tasks.map((task) => new Map(task.terms.map((term) => [term, 1]))),
    ),
    cosines(
      whole,
      tasks.map((task) => countTerms(task.paths.join('\n'))),
    ),
  ];
  return tasks
    .map((_, at) => {
      const likeness = likenesses.reduce((sum, each) => sum + (each[at] ?? 0), 0) / likenesses.length;
      return { at, likeness, confidence: confidenceOf(likeness) };
    })
    .toSorted((a, b) => b.likeness - a.likeness || a.at - b.at);
}

function confidenceOf(likeness: number): number {
  return sigmoid(calibration.intercept + calibration.likeness * Math.log(Math.max(likeness, leastLikeness)));
}

/** Of a text with each document, terms weighted by rarity among these and by 1 + ln of how often they occur. */
function cosines(text: Terms, documents: readonly Terms[]): readonly number[] {
  const frequencies = new Map<string, number>();
  for (const document of documents)
    for (const term of document.keys()) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  const count = documents.length + imaginedTasks;
  const weigh = (term: string, occurrences: number) =>
    (1 + Math.log(occurrences)) * inverseDocumentFrequency(frequencies.get(term) ?? 0, count);
  const lengthOf = (terms: Terms) =>
    Math.sqrt([...terms].reduce((sum, [term, times]) => sum + weigh(term, times) ** 2, 0));
  const length = lengthOf(text);
  return documents.map((document) => {
    let shared = 0;
    for (const [term, times] of text) {
      const there = document.get(term);
      if (there !== undefined) shared += weigh(term, times) * weigh(term, there);
    }
    return shared === 0 ? 0 : shared / (length * lengthOf(document));
  });
}
