import type { ItemHistory, ItemVersion } from '../../model/answers/item-answers.ts';
import type { Outcome } from '../../model/decision.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { formatDate, formatMoment } from '../../wording/format-date.ts';
import { countOf } from '../../wording/format-number.ts';
import { describePrincipal, statusWords, trustWords } from '../../wording/memory-words.ts';
import { paragraph } from '../terminal/layout.ts';
import { type Line, line, span } from '../terminal/line.ts';
import { blank, itemMark, labelled, type Page, sentence, textLines } from './page.ts';

const indent = 2;
const shownOutcomes = 10;

/** Answer of `history`. */
export function renderHistory(history: ItemHistory, page: Page): readonly Line[] {
  const { item, versions, replaced, replacedBy, outcomes } = history;
  return [
    line(span(item.id, 'yellow')),
    ...sentence(page, span(item.title, 'bold')),
    ...(item.status === 'active'
      ? []
      : labelled('status', [span(statusWords[item.status], 'yellow')], page, indent)),
    ...versions.flatMap((version) => [blank, ...renderVersion(version, page)]),
    ...renderOthers('It took the place of', replaced, page),
    ...renderOthers('In its place stands', replacedBy, page),
    ...renderOutcomes(outcomes, page),
  ];
}

function renderVersion(
  { id, content, principal, trust, sinceMs, untilMs }: ItemVersion,
  page: Page,
): readonly Line[] {
  const held =
    untilMs === undefined
      ? `since ${formatMoment(sinceMs, page.nowMs)}`
      : `${formatMoment(sinceMs, page.nowMs)} to ${formatMoment(untilMs, page.nowMs)}`;
  const mark = untilMs === undefined ? [span('now', 'bold')] : [itemMark(id)];
  return [
    ...sentence(page, ...mark, `  ${held}`),
    ...textLines(content, page, indent * 2),
    ...labelled('from', [`${describePrincipal(principal)}, ${trustWords[trust]}`], page, indent),
  ];
}

function renderOthers(title: string, items: readonly MemoryItem[], page: Page): readonly Line[] {
  if (items.length === 0) return [];
  return [
    blank,
    ...sentence(page, `${title}:`),
    ...items.flatMap(({ id, title: name, createdAtMs }) =>
      paragraph(line(name, span(`  ${formatDate(createdAtMs, page.nowMs)}`, 'dim')), {
        width: page.width,
        lead: line(' '.repeat(indent), itemMark(id), '  '),
      }),
    ),
  ];
}

function renderOutcomes(outcomes: readonly Outcome[], page: Page): readonly Line[] {
  if (outcomes.length === 0) return [];
  const hidden = outcomes.length - shownOutcomes;
  return [
    blank,
    ...sentence(page, 'Came of it where it was shown:'),
    ...outcomes
      .slice(-shownOutcomes)
      .map(({ kind, by, atMs }) =>
        line(
          ' '.repeat(indent),
          `${kind.replaceAll('_', ' ')}  `,
          span(`by ${by}, ${formatMoment(atMs, page.nowMs)}`, 'dim'),
        ),
      ),
    ...(hidden > 0 ? [line(span(`  … and ${countOf(hidden, 'earlier one')}`, 'dim'))] : []),
  ];
}
