import type { IssueViews } from '../model/answers/file-location.ts';
import { countTerms } from '../text/terms.ts';

/** So many different words stand in nearly every report of a fault, and in few remarks about the work. */
const fewestTerms = 8;
/** Beside a name of code. */
const fewestBesideName = 4;

/**
 * Whether a text says enough to look for the place it is about. How likely a file is says nothing of a text of a word or two:
 * the probabilities are those of reports, and "try again" is none.
 */
export function describesWork(views: IssueViews): boolean {
  const { full, code, paths, frames, dottedNames } = views;
  if (frames.length > 0) return true;
  const { size } = countTerms(full);
  const namesCode = code.trim() !== '' || paths.length > 0 || dottedNames.length > 0;
  return size >= (namesCode ? fewestBesideName : fewestTerms);
}
