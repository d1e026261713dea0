import { why as operation } from '../../api/operations.ts';
import type { DecisionExplanation } from '../../model/decision.ts';
import { isAfterwitError } from '../../model/errors.ts';
import { describeReasons } from '../../wording/describe-reason.ts';
import { isoDate } from '../../wording/format-date.ts';
import { actionWords, momentWords, outcomeWords } from '../../wording/memory-words.ts';
import { shortUuid } from '../../wording/short-uuid.ts';
import { sayDecision } from './say-decision.ts';
import { defineTool, reading } from './tool.ts';

const mostConsidered = 10;

export const why = defineTool({
  name: 'why',
  description: 'How a decision came about: what was considered, shown or left out, and why.',
  input: operation.input,
  annotations: reading,
  async answer(memory, { decision }) {
    try {
      return { text: describeDecision(await memory.why(decision)) };
    } catch (fault) {
      // That nothing was decided yet is an answer.
      if (decision === undefined && isAfterwitError(fault) && fault.code === 'DECISION_NOT_FOUND')
        return { text: fault.message };
      throw fault;
    }
  },
});

/** Memories by their ids alone: the words of one that may not be shown have no place here, either. */
export function describeDecision({ receipt, considered, outcomes }: DecisionExplanation): string {
  const { id, atMs, moment, client, verdict, budgetTokens, usedTokens } = receipt;
  const more = considered.length - mostConsidered;
  return [
    `${sayDecision(id)} · ${isoDate(atMs)} · ${momentWords[moment]} · by ${client} · ${usedTokens} of ${budgetTokens} tokens shown`,
    ...(verdict === undefined ? [] : [`${actionWords[verdict.action]}: ${verdict.reason}`]),
    ...(considered.length === 0 ? ['No memory was a candidate.'] : []),
    ...considered.slice(0, mostConsidered).map(describeConsidered),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...outcomes.map(({ kind, itemId }) => {
      const about = itemId === undefined ? '' : ` (${shortUuid(itemId)})`;
      return `came of it: ${outcomeWords[kind]}${about}`;
    }),
  ].join('\n');
}

function describeConsidered({
  itemId,
  admission,
  omitted,
  shown,
  item,
}: DecisionExplanation['considered'][number]): string {
  const id = shortUuid(itemId);
  if (shown) return `${id} shown`;
  const reasons = [...admission.refusals, ...(omitted === undefined ? [] : [omitted])];
  const why = item === undefined ? 'forgotten since' : describeReasons(reasons, undefined);
  return `${id} left out${why === '' ? '' : `: ${why}`}`;
}
