import type { FailureList, FailureSummary } from '../../model/answers/failure-answers.ts';
import { describeFate } from '../../wording/describe-fate.ts';
import { isoDate } from '../../wording/format-date.ts';
import { countOf, formatCount } from '../../wording/format-number.ts';
import { shortUuid } from '../../wording/short-uuid.ts';
import { alignColumns, paragraph } from '../terminal/layout.ts';
import { type Line, line, span } from '../terminal/line.ts';
import { blank, itemMark, type Page, sentence } from './page.ts';

/** Answer of `failures list`. */
export function renderKnownFailures({ failures, count }: FailureList, page: Page): readonly Line[] {
  const [first] = failures;
  if (first === undefined) {
    const example = span(
      'npm test 2>&1 | afterwit remember "the fix" --command "npm test" --failure -',
      'cyan',
    );
    return sentence(
      page,
      span('No failures', 'bold'),
      ' are known here yet. Record the first one: ',
      example,
    );
  }
  const leads = alignColumns(
    failures.map((failure) => [...columns(failure), line('')]),
    new Set([2, 3]),
  );
  const hidden = count - failures.length;
  const waiting = failures.some(({ waitingCount }) => waitingCount > 0);
  return [
    ...sentence(
      page,
      span(countOf(count, 'pattern of failures', 'patterns of failures'), 'bold'),
      ', last seen first',
    ),
    blank,
    ...failures.flatMap((failure, row) =>
      paragraph(line(failure.pattern.title, ...notes(failure)), {
        width: page.width,
        lead: leads[row] ?? [],
      }),
    ),
    ...(hidden > 0 ? [line(span(`… ${formatCount(hidden)} more; --limit shows more`, 'dim'))] : []),
    blank,
    ...sentence(
      page,
      span('In full: ', 'dim'),
      span(`afterwit failures show ${shortUuid(first.pattern.id)}`, 'cyan'),
      ...(waiting ? [span('; to decide: ', 'dim'), span('afterwit failures review', 'cyan')] : []),
    ),
  ];
}

function columns({ pattern, variantCount, episodeCount, lastSeenAtMs }: FailureSummary): readonly Line[] {
  return [
    line(itemMark(pattern.id)),
    line(span(isoDate(lastSeenAtMs), 'dim')),
    line(countOf(variantCount, 'fix', 'fixes')),
    line(`${formatCount(episodeCount)}×`),
  ];
}

function notes({ outcomes, waitingCount }: FailureSummary): Line {
  const fate = describeFate(outcomes);
  return [
    ...(fate === undefined ? [] : [span(`  (${fate})`, 'dim')]),
    ...(waitingCount === 0 ? [] : [span(`  (${formatCount(waitingCount)} to review)`, 'yellow')]),
  ];
}
