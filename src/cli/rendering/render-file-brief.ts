import type { FileBrief } from '../../model/answers/recollection.ts';
import { formatShare } from '../../wording/format-number.ts';
import { shortUuid } from '../../wording/short-uuid.ts';
import { paragraph } from '../terminal/layout.ts';
import { type Line, line, span } from '../terminal/line.ts';
import { blank, type Page, sentence, shortId } from './page.ts';
import { renderEntries } from './render-brief.ts';

/** Answer of `for-file`. */
export function renderFileBrief(answer: FileBrief, page: Page): readonly Line[] {
  const { path, brief, guardrails, changes, coupled } = answer;
  if (brief.memories.length + guardrails.length + changes.length + coupled.length === 0)
    return sentence(page, span('Nothing is known', 'bold'), ` about ${path}.`);
  const row = (lead: Line, ...text: Line): readonly Line[] =>
    paragraph(line(...text), { width: page.width, lead: line('  ', ...lead, '  ') });
  const part = (title: string, rows: readonly Line[]): readonly Line[] =>
    rows.length === 0 ? [] : [blank, line(span(title, 'bold')), ...rows];
  return [
    ...sentence(page, span('To know before you edit ', 'dim'), span(path, 'bold')),
    ...renderEntries(brief, page),
    ...part(
      'Rules from failures near it',
      guardrails.flatMap(({ rule, pattern }) => row(line(span(shortUuid(pattern.id), 'yellow')), span(rule))),
    ),
    ...part(
      'What changes with it',
      coupled.flatMap((file) => row(line(span(formatShare(file.share).padStart(4), 'dim')), span(file.path))),
    ),
    ...part(
      'Fixes and reverts (text of the history, vouched for by nobody)',
      changes.flatMap(({ id, subject, committedOn, revertedBy, repeatedBy = [] }) => [
        ...row(
          line(shortId(id), span(`  ${committedOn}`, 'dim')),
          span(subject),
          ...(revertedBy === undefined ? [] : [span(' reverted by ', 'red'), shortId(revertedBy)]),
          ...(repeatedBy.length === 0 ? [] : [span(` (the same in ${repeatedBy.length} more)`, 'dim')]),
        ),
      ]),
    ),
  ];
}
