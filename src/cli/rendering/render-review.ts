import type { ReviewEntry, ReviewQueue } from '../../model/answers/item-answers.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { formatDate } from '../../wording/format-date.ts';
import { countOf, formatCount } from '../../wording/format-number.ts';
import { describePrincipal, describeScope, reviewWords, trustWords } from '../../wording/memory-words.ts';
import { shortUuid } from '../../wording/short-uuid.ts';
import { paragraph } from '../terminal/layout.ts';
import { type Line, line, span } from '../terminal/line.ts';
import { blank, indented, itemMark, labelled, type Page, sentence, textLines } from './page.ts';
import { renderNextSteps } from './render-next-steps.ts';

const indent = 2;
const shownContentLines = 8;

/** Answer of `review`. */
export function renderReview({ entries, count, elsewhere = 0 }: ReviewQueue, page: Page): readonly Line[] {
  const [first] = entries;
  const others =
    elsewhere === 0
      ? []
      : sentence(page, span(`${formatCount(elsewhere)} in other repositories; --all shows them`, 'dim'));
  if (first === undefined)
    return [...sentence(page, span('Nothing waits', 'bold'), ' for a person here.'), ...others];
  const hidden = count - entries.length;
  const id = shortUuid(first.item.id);
  return [
    ...sentence(
      page,
      span(countOf(count, 'memory waits', 'memories wait'), 'bold'),
      ' for a person, most urgent first',
    ),
    ...others,
    ...entries.flatMap((entry) => [blank, ...renderEntry(entry, page)]),
    ...(hidden > 0 ? [blank, line(span(`… ${formatCount(hidden)} more; --limit shows more`, 'dim'))] : []),
    ...renderNextSteps(
      'Decide',
      [
        { command: `afterwit review approve ${id}`, why: 'it is right' },
        { command: `afterwit review approve ${id} --content "…"`, why: 'it is right with another wording' },
        ...(first.reason === 'may_supersede'
          ? [{ command: `afterwit failures review ${id} split`, why: 'both hold' }]
          : []),
        { command: `afterwit review reject ${id}`, why: 'it is wrong' },
      ],
      page,
    ),
  ];
}

function renderEntry({ item, reason, replaces = [] }: ReviewEntry, page: Page): readonly Line[] {
  const content = textLines(item.content, page, indent * 2);
  const hidden = content.length - shownContentLines;
  return [
    ...paragraph(line(span(item.title, 'bold')), { width: page.width, lead: line(itemMark(item.id), '  ') }),
    ...content.slice(0, shownContentLines),
    ...(hidden > 0 ? [line(span(`    … ${countOf(hidden, 'more line')}`, 'dim'))] : []),
    ...labelled('waits', [span(reviewWords[reason], 'yellow')], page, indent),
    ...replaces.flatMap((older) =>
      labelled('replaces', [itemMark(older.id), `  ${older.title}`], page, indent),
    ),
    ...labelled(
      'from',
      [`${describePrincipal(item.principal)}, ${formatDate(item.createdAtMs, page.nowMs)}`],
      page,
      indent,
    ),
    ...labelled('holds', [describeScope(item.scope)], page, indent),
  ];
}

/** Answer of `review approve`. */
export function renderApproved(item: MemoryItem, page: Page): readonly Line[] {
  return renderVerdict('Approved', `it counts as ${trustWords[item.trust]}`, item, page);
}

/** Answer of `review reject`. */
export function renderRejected(item: MemoryItem, page: Page): readonly Line[] {
  return renderVerdict('Rejected', 'it is archived and not shown again', item, page);
}

function renderVerdict(verdict: string, effect: string, item: MemoryItem, page: Page): readonly Line[] {
  return [
    ...sentence(page, span(verdict, 'bold'), `; ${effect}: `, itemMark(item.id)),
    ...indented(page, indent, item.title),
  ];
}
