import type { IssueList, IssueSummary } from '../../model/issue-list.ts';
import { alignColumns, paragraph } from '../terminal/layout.ts';
import { type Line, line, span } from '../terminal/line.ts';
import { describeFate } from './describe-fate.ts';
import { isoDate } from './format-date.ts';
import { countOf, formatCount } from './format-number.ts';
import { blank, itemMark, type Page, sentence, shortUuid } from './page.ts';

/** Answer of `issues list`. */
export function renderIssues({ issues, count }: IssueList, page: Page): readonly Line[] {
  const [first] = issues;
  if (first === undefined) {
    const example = span(
      'npm test 2>&1 | afterwit record "the fix" --command "npm test" --failure -',
      'cyan',
    );
    return sentence(page, span('No failures', 'bold'), ' are known here. The first one: ', example);
  }
  const leads = alignColumns(
    issues.map((issue) => [...columns(issue), line('')]),
    new Set([2, 3]),
  );
  const hidden = count - issues.length;
  const waiting = issues.some(({ waitingCount }) => waitingCount > 0);
  return [
    ...sentence(
      page,
      span(countOf(count, 'pattern of failures', 'patterns of failures'), 'bold'),
      ', last seen first',
    ),
    blank,
    ...issues.flatMap((issue, row) =>
      paragraph(line(issue.pattern.title, ...notes(issue)), { width: page.width, lead: leads[row] ?? [] }),
    ),
    ...(hidden > 0 ? [line(span(`… ${formatCount(hidden)} more; --limit shows more`, 'dim'))] : []),
    blank,
    ...sentence(
      page,
      span('In full: ', 'dim'),
      span(`afterwit issues show ${shortUuid(first.pattern.id)}`, 'cyan'),
      ...(waiting ? [span('; to decide: ', 'dim'), span('afterwit issues review', 'cyan')] : []),
    ),
  ];
}

function columns({ pattern, variantCount, episodeCount, lastSeenAtMs }: IssueSummary): readonly Line[] {
  return [
    line(itemMark(pattern.id)),
    line(span(isoDate(lastSeenAtMs), 'dim')),
    line(countOf(variantCount, 'fix', 'fixes')),
    line(`${formatCount(episodeCount)}×`),
  ];
}

function notes({ outcomes, waitingCount }: IssueSummary): Line {
  const fate = describeFate(outcomes);
  return [
    ...(fate === undefined ? [] : [span(`  (${fate})`, 'dim')]),
    ...(waitingCount === 0 ? [] : [span(`  (${formatCount(waitingCount)} to review)`, 'yellow')]),
  ];
}
