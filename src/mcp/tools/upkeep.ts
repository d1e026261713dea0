import * as operations from '../../api/operations.ts';
import type { RememberedItem, ReviewEntry } from '../../model/answers/item-answers.ts';
import type { DecisionExplanation } from '../../model/decision.ts';
import { isAfterwitError } from '../../model/errors.ts';
import { describeReasons } from '../../wording/descriptions.ts';
import { countOf, isoDate } from '../../wording/formats.ts';
import {
  actionWords,
  describePrincipal,
  momentWords,
  outcomeWords,
  reviewWords,
  shortUuid,
  typeWords,
} from '../../wording/memory-words.ts';
import { sayDecision } from './recall.ts';
import { adding, type Tool, toolOf } from './tool.ts';

const mostConsidered = 10;

const rememberWords: Readonly<Record<RememberedItem['kind'], string>> = {
  added: 'Remembered',
  known: 'Remembered before, now confirmed',
  quarantined: 'Kept for a person to review (`afterwit review`); not shown until then',
};

export const remember = toolOf(
  operations.remember,
  'Keep what the next session must know. Once a failure is fixed and the command passes: what fixed it, with the failure. Also decisions, constraints, preferences. Not what code or git tell anyway.',
  ({ kind, item, redactedSecrets, supersedes = [], maySupersede = [] }) => {
    const older = [
      ...supersedes.map(({ id }) => ` It takes the place of ${shortUuid(id)}.`),
      ...maySupersede.map(
        ({ id }) => ` It may replace ${shortUuid(id)}: a person is asked (\`afterwit review\`).`,
      ),
    ];
    const secrets =
      redactedSecrets === 0 ? '' : ` ${redactedSecrets} secret(s) in it were replaced by placeholders.`;
    return `${rememberWords[kind]}: ${item.type} ${shortUuid(item.id)}.${older.join('')}${secrets}`;
  },
  adding,
);

export const feedback = toolOf(
  operations.feedback,
  'What became of a card: verified (followed, then the failing command passed), accepted, rejected (does not fit here), false_positive (about something else), ignored. Later recalls follow it.',
  ({ kind, outcome }) =>
    `${kind === 'recorded' ? 'Recorded' : 'Known already, and counted once'}: ${outcomeWords[outcome.kind]}.`,
  adding,
);

/** Leaves out its words: a waiting memory is shown to a person only, and an agent can neither approve nor reject it. */
export const review = toolOf(
  operations.review,
  'What waits for a person, by id and reason. Only a person decides: afterwit review.',
  ({ entries, count }) => {
    if (count === 0) return 'Nothing waits for a person.';
    return [
      `${countOf(count, 'memory waits', 'memories wait')} for a person, who decides with \`afterwit review\`:`,
      ...entries.map(describeWaiting),
      ...(count > entries.length ? [`and ${count - entries.length} more`] : []),
    ].join('\n');
  },
);

function describeWaiting({ item, reason }: ReviewEntry): string {
  const { id, type, principal, createdAtMs } = item;
  return `${shortUuid(id)} ${typeWords[type]} · ${reviewWords[reason]} · from ${describePrincipal(principal)}, ${isoDate(createdAtMs)}`;
}

const whyTool = toolOf(
  operations.why,
  'How a decision came about: what was considered, shown or left out, and why.',
  describeDecision,
);

export const why: Tool<typeof operations.why.input> = {
  ...whyTool,
  async answer(memory, request, speaker) {
    try {
      return await whyTool.answer(memory, request, speaker);
    } catch (fault) {
      // No decision yet is an answer.
      const isNone = isAfterwitError(fault) && fault.code === 'DECISION_NOT_FOUND';
      if (request.decision === undefined && isNone) return { text: fault.message };
      throw fault;
    }
  },
};

/** Memories by their ids alone: the words of a hidden memory have no place here, either. */
export function describeDecision({ receipt, considered, outcomes }: DecisionExplanation): string {
  const { id, atMs, moment, client, verdict, budgetTokens, usedTokens } = receipt;
  const more = considered.length - mostConsidered;
  return [
    `${sayDecision(id, receipt)} · ${isoDate(atMs)} · ${momentWords[moment]} · by ${client} · ${usedTokens} of ${budgetTokens} tokens shown`,
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

function describeConsidered(one: DecisionExplanation['considered'][number]): string {
  const { itemId, admission, omitted, shown, item } = one;
  const id = shortUuid(itemId);
  if (shown) return `${id} shown`;
  const reasons = [...admission.refusals, ...(omitted === undefined ? [] : [omitted])];
  const reason = item === undefined ? 'forgotten since' : describeReasons(reasons, undefined);
  return `${id} left out${reason === '' ? '' : `: ${reason}`}`;
}
