import type { CoupledFile } from '../model/answers/commit-answers.ts';
import type { PastFileChange } from '../model/answers/recollection.ts';
import { neutraliseStructure } from '../redaction/neutralise-structure.ts';

const shortIdDigits = 12;

/** One line of a commit. Its text is nobody's word to us, and is called untrusted. */
export function renderFileChange({
  id,
  subject,
  committedOn,
  revertedBy,
  repeatedBy = [],
}: PastFileChange): string {
  const fate =
    revertedBy === undefined ? 'fixed something here' : `REVERTED by ${revertedBy.slice(0, shortIdDigits)}`;
  const same = repeatedBy.length === 0 ? '' : `, the same in ${repeatedBy.length} more`;
  return `- commit ${id.slice(0, shortIdDigits)} (untrusted, ${committedOn}, ${fate}${same}): ${oneLine(subject)}`;
}

/** `- src/a.test.ts (9 of 10 times)`. */
export function renderCoupledFile({ path, together, share }: CoupledFile): string {
  return `- ${oneLine(path)} (${together} of ${Math.round(together / share)} times)`;
}

function oneLine(text: string): string {
  return neutraliseStructure(text)
    .replaceAll(/[\s\u0085]+/g, ' ')
    .trim();
}
