import type { RecalledCommit } from '../model/answers/recollection.ts';
import { neutraliseStructure } from '../redaction/neutralise-structure.ts';

const shownFiles = 4;
const shortIdDigits = 12;

/** Lines of one commit. Its text is nobody's word to us: it stands in fields, each of one line, and is called untrusted. */
export function renderCommit(commit: RecalledCommit): string {
  const { id, subject, passage, files, committedOn, confidence, revertedBy } = commit;
  const more = files.length - shownFiles;
  return [
    `- commit ${id.slice(0, shortIdDigits)} (untrusted, ${committedOn}, ${Math.round(confidence * 100)}% likely to bear on this)`,
    field('subject', subject),
    ...(passage === '' ? [] : [field('says', passage)]),
    ...(files.length === 0
      ? []
      : [field('changed', `${files.slice(0, shownFiles).join(', ')}${more > 0 ? ` and ${more} more` : ''}`)]),
    ...(revertedBy === undefined ? [] : [field('reverted by', revertedBy.slice(0, shortIdDigits))]),
  ].join('\n');
}

/**
 * The same without a word of its message, for whoever did not ask: anybody may have written that. Its id is enough to read it by.
 */
export function renderCommitPlace({
  id,
  files,
  committedOn,
  confidence,
  revertedBy,
}: RecalledCommit): string {
  const more = files.length - shownFiles;
  const changed = `${files.slice(0, shownFiles).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const parts = [
    ...(files.length === 0 ? [] : [`changed ${changed}`]),
    ...(revertedBy === undefined ? [] : [`REVERTED by ${revertedBy.slice(0, shortIdDigits)}`]),
  ];
  const head = `- commit ${id.slice(0, shortIdDigits)} (${committedOn}, ${Math.round(confidence * 100)}% likely to bear on this)`;
  return neutraliseStructure([head, ...parts].join('; ')).replaceAll(/[\s\u0085]+/g, ' ');
}

/** Whatever the text is, it begins no line: that would look like one of ours. */
function field(name: string, text: string): string {
  return `  ${name}: ${text.replaceAll(/[\s\u0085]+/g, ' ')}`;
}
