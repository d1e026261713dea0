import type { Judgement, JudgeResult, LedgerEntry, RouteReason } from '../../model/decision.ts';
import { countOf } from '../../wording/format-number.ts';
import { type Line, type LinePart, line, span } from '../terminal/line.ts';
import { indented, itemMark, joinParts, labelled, type Page } from './page.ts';

const indent = 2;

const reasonWords: Readonly<Record<RouteReason, string>> = {
  near_tie: 'they are nearly as likely the answer',
  conflict: 'two of them contradict each other',
  high_risk: 'one of them may lead astray',
};

const resultWords: Readonly<Record<JudgeResult, string>> = {
  judged: 'they are in its order',
  failed: 'it failed, so the order is as it was',
  too_late: 'it took too long, so the order is as it was',
  unusable: 'its answer could not be used, so the order is as it was',
};

/** What a judge was asked of the order, and what came of it; in full, its ledger. */
export function renderJudgement(
  { judge, reasons, result, ledger }: Judgement,
  full: boolean,
  page: Page,
): readonly Line[] {
  const about = countOf(ledger.length, 'memory', 'memories');
  return [
    line(span('Judge ', 'bold'), judge),
    ...labelled(
      'asked',
      [`about ${about}: ${reasons.map((one) => reasonWords[one]).join('; ')}`],
      page,
      indent,
    ),
    ...labelled('result', [resultWords[result]], page, indent),
    ...(full ? ledger.flatMap((entry) => indented(page, indent, ...describeEntry(entry))) : []),
  ];
}

function describeEntry({
  itemId,
  state,
  utility,
  confidence,
  supportedBy,
  contradictedBy,
}: LedgerEntry): readonly LinePart[] {
  const others = (words: string, ids: LedgerEntry['supportedBy']): readonly LinePart[] =>
    ids.length === 0 ? [] : [`, ${words} `, ...joinParts(ids.map(itemMark))];
  return [
    itemMark(itemId),
    `  ${state}`,
    ...(utility === undefined ? [] : [`, utility ${utility.toFixed(2)}`]),
    ...(confidence === undefined ? [] : [span(`, says it is ${confidence.toFixed(2)} sure`, 'dim')]),
    ...others('supported by', supportedBy),
    ...others('contradicted by', contradictedBy),
  ];
}
