import type { DecisionExplanation } from '../../model/decision.ts';
import { describeReason, describeReasons } from '../../wording/describe-reason.ts';
import { countOf, formatShare } from '../../wording/format-number.ts';
import { describePrincipal, freshnessWords, strengthWords, trustWords } from '../../wording/memory-words.ts';
import { paragraph } from '../terminal/layout.ts';
import { type Line, type LinePart, line, type Span, span } from '../terminal/line.ts';
import { itemMark, labelled, type Page } from './page.ts';
import { renderScoreTree } from './render-score-tree.ts';

type Considered = DecisionExplanation['considered'][number];

const indent = 4;

/** One candidate of a decision: the evidence for it and against it; in full, with the parts of its scores. */
export function renderConsidered(
  memory: Considered,
  rank: number,
  full: boolean,
  page: Page,
): readonly Line[] {
  const { item, relevance, strength, tokenCost } = memory;
  const detail = (label: string, ...parts: readonly LinePart[]): readonly Line[] =>
    labelled(label, parts, page, indent);
  const title = item === undefined ? span('forgotten since', 'dim') : span(item.title, 'bold');
  return [
    ...paragraph(line(title), {
      width: page.width,
      lead: line(span(`${String(rank).padStart(2)}  `, 'dim'), itemMark(memory.itemId), '  '),
    }),
    ...detail('result', describeResult(memory), span(`, ${countOf(tokenCost, 'token')}`, 'dim')),
    ...(item === undefined
      ? []
      : detail('from', `${describePrincipal(item.principal)}, ${trustWords[item.trust]}`)),
    ...detail('match', `${strengthWords[strength]}, ${formatShare(relevance)} of the best possible score`),
    ...(memory.reached === undefined ? [] : detail('near', describeReach(memory.reached))),
    ...(full ? detail('files', freshnessWords[memory.freshness]) : []),
    ...memory.admission.warnings.flatMap((reason) =>
      paragraph(line(span(describeReason(reason, item), 'yellow')), {
        width: page.width,
        lead: line(' '.repeat(indent), span('! ', 'yellow')),
      }),
    ),
    ...(full ? renderScores(memory, page) : []),
  ];
}

/** What it stands near is shown by its id, where that is a memory. */
function describeReach({ from, edge, confidence }: NonNullable<Considered['reached']>): string {
  const place = edge === 'task_memory' ? from : `memory ${from.slice(0, 8)}`;
  return `${place}, which matters with ${formatShare(confidence)}: shown for that, not for its words`;
}

function renderScores({ score, answer, comparison }: Considered, page: Page): readonly Line[] {
  const detail = (label: string, ...parts: readonly LinePart[]): readonly Line[] =>
    labelled(label, parts, page, indent);
  return [
    ...detail('score', span('how well its words match', 'dim')),
    ...renderScoreTree(score, indent, page),
    ...(answer === undefined
      ? []
      : [
          ...detail('answer', span('how likely it answers', 'dim')),
          ...renderScoreTree(answer, indent, page),
        ]),
    ...(comparison === undefined
      ? []
      : [
          ...detail('likeness', span('how its failure compares with this one', 'dim')),
          ...renderScoreTree(comparison, indent, page),
        ]),
  ];
}

function describeResult({ shown, admission, omitted, item }: Considered): Span {
  if (!admission.admitted) {
    const refusals = describeReasons(admission.refusals, item);
    return span(refusals === '' ? 'not admitted' : `not admitted: ${refusals}`, 'yellow');
  }
  if (shown) return span('shown', 'green');
  return span(omitted === undefined ? 'left out' : `left out: ${describeReason(omitted, item)}`, 'yellow');
}
