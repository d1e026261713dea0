import type { IssueViews, LocateStrengths } from '../model/answers/file-location.ts';
import type { CodeFile, CodeSnapshot } from '../ports/repository-index.ts';
import { measureInformation } from '../text/measure-information.ts';
import { compoundPrefix, countTerms } from '../text/terms.ts';
import { candidatesOf } from './candidates.ts';

const fewestSegments = 2;

type QuestionMeasures = Pick<
  LocateStrengths,
  'knownText' | 'definedNames' | 'namesProject' | 'namesFile' | 'termCount' | 'titleTermCount'
>;

/** What a text has to do with the code of a tree, whichever file it may be about. */
export function measureQuestion(views: IssueViews, code: CodeSnapshot): QuestionMeasures {
  const counts = countTerms(views.full);
  const frequency = (term: string) => code.postings('chunk', term)?.ordinals.length ?? 0;
  const { projectTerms, sources } = candidatesOf(code);
  const collection = { documentCount: code.chunkCount, documentFrequency: frequency };
  const { knownShare: knownText } = measureInformation(counts, collection);
  const defined = shareDefined(counts, code);
  return {
    knownText,
    ...(defined === undefined ? {} : { definedNames: defined }),
    namesProject: [...projectTerms].some((term) => counts.has(term)),
    namesFile: namesOneOf(sources, views),
    termCount: counts.size,
    titleTermCount: countTerms(views.title).size,
  };
}

/** A name alone, `utils.py`, is in many repositories. */
function namesOneOf(sources: readonly CodeFile[], { paths, frames }: IssueViews): boolean {
  const named = [...paths, ...frames.map(({ path }) => path)].filter((path) => path.includes('/'));
  const ends = new Set(named.map((path) => path.split('/').slice(-fewestSegments).join('/')));
  return (
    ends.size > 0 && sources.some(({ path }) => ends.has(path.split('/').slice(-fewestSegments).join('/')))
  );
}

/** Of the compound identifiers in a text, the share that some file defines; often named ones weigh more. */
function shareDefined(counts: ReadonlyMap<string, number>, code: CodeSnapshot): number | undefined {
  let defined = 0;
  let total = 0;
  for (const [term, count] of counts) {
    if (!term.startsWith(compoundPrefix)) continue;
    const weight = 1 + Math.log(count);
    total += weight;
    if ((code.postings('definition', term)?.ordinals.length ?? 0) > 0) defined += weight;
  }
  return total > 0 ? defined / total : undefined;
}
