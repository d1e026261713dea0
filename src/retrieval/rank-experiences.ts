import { sigmoid } from '../numeric/probabilities.ts';
import { countTerms, inverseDocumentFrequency } from '../text/terms.ts';

/** Texts by which an earlier task is compared. */
export interface ExperienceText {
  readonly title: string;
  readonly request: string;
  /** Terms of its words and its changes. */
  readonly terms: readonly string[];
  readonly paths: readonly string[];
}

/** An earlier task, by its place among those that were compared. */
export interface RankedExperience {
  readonly at: number;
  /** Mean of five likenesses, 0–1. */
  readonly likeness: number;
  /** Calibrated probability that it is the right experience for the question, 0–1. */
  readonly confidence: number;
}

type Terms = ReadonlyMap<string, number>;

/** With few tasks in memory no term is rare; imagined ones, in which none of them occurs, keep names above words. */
const imaginedTasks = 100;
/**
 * Log-odds by the logarithm of the likeness, fitted on tasks of seven repositories that are linked to an earlier task, with that
 * task in memory, without it, and with tasks of other repositories instead: `npm run bench -- experience`.
 */
const calibration = { intercept: 5.24, likeness: 3.46 } as const;
const leastLikeness = 1e-4;

/** Texts of one kind, one for each task, ready to be compared with. */
interface TextField {
  readonly documents: readonly Terms[];
  readonly weigh: (term: string, occurrences: number) => number;
  /** Length of each as a vector of weighted terms. */
  readonly lengths: readonly number[];
}

/** Earlier tasks, ready to be compared with a question. */
export interface ExperienceIndex {
  readonly taskCount: number;
  readonly titles: TextField;
  readonly requests: TextField;
  readonly work: TextField;
  readonly paths: TextField;
}

export function indexExperiences(tasks: readonly ExperienceText[]): ExperienceIndex {
  return {
    taskCount: tasks.length,
    titles: indexField(tasks.map(({ title }) => countTerms(title))),
    requests: indexField(tasks.map(({ request }) => countTerms(request))),
    work: indexField(tasks.map(({ terms }) => new Map(terms.map((term) => [term, 1])))),
    paths: indexField(tasks.map(({ paths }) => countTerms(paths.join('\n')))),
  };
}

/**
 * Earlier tasks by how alike they are to the question, likeliest first: the cosine of its words to the title of each
 * task, to its request, to its remarks and changed lines, and to the paths it changed; and of both titles. Each counts
 * the same: nothing here is fitted but the probability.
 */
export function rankExperiences(
  asked: Pick<ExperienceText, 'title' | 'request'>,
  { taskCount, titles, requests, work, paths }: ExperienceIndex,
): readonly RankedExperience[] {
  const whole = countTerms(asked.request);
  const likenesses = [
    ...[titles, requests, work, paths].map((field) => cosines(whole, field)),
    cosines(countTerms(asked.title), titles),
  ];
  return Array.from({ length: taskCount }, (_, at) => {
    const likeness = likenesses.reduce((sum, each) => sum + (each[at] ?? 0), 0) / likenesses.length;
    return { at, likeness, confidence: confidenceOf(likeness) };
  }).toSorted((a, b) => b.likeness - a.likeness || a.at - b.at);
}

function confidenceOf(likeness: number): number {
  return sigmoid(calibration.intercept + calibration.likeness * Math.log(Math.max(likeness, leastLikeness)));
}

/** Terms are weighted by their rarity among the texts and by 1 + ln of how often they occur in one. */
function indexField(documents: readonly Terms[]): TextField {
  const frequencies = new Map<string, number>();
  for (const document of documents)
    for (const term of document.keys()) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  const count = documents.length + imaginedTasks;
  const weigh = (term: string, occurrences: number) =>
    (1 + Math.log(occurrences)) * inverseDocumentFrequency(frequencies.get(term) ?? 0, count);
  return { documents, weigh, lengths: documents.map((terms) => lengthOf(terms, weigh)) };
}

function lengthOf(terms: Terms, weigh: TextField['weigh']): number {
  let sum = 0;
  for (const [term, times] of terms) sum += weigh(term, times) ** 2;
  return Math.sqrt(sum);
}

function cosines(text: Terms, { documents, weigh, lengths }: TextField): readonly number[] {
  const weighed = [...text].map(([term, times]) => [term, weigh(term, times)] as const);
  const length = Math.sqrt(weighed.reduce((sum, [, weight]) => sum + weight ** 2, 0));
  return documents.map((document, at) => {
    let shared = 0;
    for (const [term, weight] of weighed) {
      const there = document.get(term);
      if (there !== undefined) shared += weight * weigh(term, there);
    }
    return shared === 0 ? 0 : shared / (length * (lengths[at] ?? 1));
  });
}
