import type { DecisionExplanation } from '../../model/decision.ts';
import type { ScoreTree } from '../../model/evidence.ts';
import { describeReason, describeReasons } from '../../wording/descriptions.ts';
import { countOf, formatShare } from '../../wording/formats.ts';
import {
  describePrincipal,
  freshnessWords,
  shortUuid,
  strengthWords,
  trustWords,
} from '../../wording/memory-words.ts';
import {
  type Block,
  bold,
  dim,
  field,
  green,
  indent,
  itemMark,
  type Part,
  row,
  warning,
  yellow,
} from '../page.ts';
import { scoreTree } from './search-commits.ts';

type Considered = DecisionExplanation['considered'][number];

/** One candidate of a decision: the evidence for it and against it; in full, with the parts of its scores. */
export function showConsidered(memory: Considered, rank: number, full: boolean): Block {
  const { item, relevance, strength, tokenCost, reached, freshness, admission } = memory;
  const name = item === undefined ? dim('forgotten since') : bold(item.title);
  return [
    row([dim(`${String(rank).padStart(2)}  `), itemMark(memory.itemId), '  '], name),
    indent(
      4,
      field('result', describeResult(memory), dim(`, ${countOf(tokenCost, 'token')}`)),
      field('from', item && `${describePrincipal(item.principal)}, ${trustWords[item.trust]}`),
      field('match', `${strengthWords[strength]}, ${formatShare(relevance)} of the best possible score`),
      field('near', reached && describeReach(reached)),
      full && field('files', freshnessWords[freshness]),
      admission.warnings.map((reason) => warning(describeReason(reason, item))),
      full && showScores(memory),
    ),
  ];
}

/** The neighbour of a memory is shown by its id, where it is a memory. */
function describeReach({ from, edge, confidence }: NonNullable<Considered['reached']>): string {
  const place = edge === 'task_memory' ? from : `memory ${shortUuid(from)}`;
  return `${place}, which matters with ${formatShare(confidence)}: shown for that, not for its words`;
}

function showScores({ score, answer, comparison }: Considered): Block {
  const part = (label: string, what: string, tree: ScoreTree | undefined): Block =>
    tree !== undefined && [field(label, dim(what)), scoreTree(tree)];
  return [
    part('score', 'how well its words match', score),
    part('answer', 'how likely it answers', answer),
    part('likeness', 'how its failure compares with this one', comparison),
  ];
}

function describeResult({ shown, admission, omitted, item }: Considered): Part {
  if (!admission.admitted) {
    const refusals = describeReasons(admission.refusals, item);
    return yellow(refusals === '' ? 'not admitted' : `not admitted: ${refusals}`);
  }
  if (shown) return green('shown');
  return yellow(omitted === undefined ? 'left out' : `left out: ${describeReason(omitted, item)}`);
}
