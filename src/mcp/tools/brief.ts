import { brief as operation } from '../../api/operations.ts';
import type { Brief, FileBrief } from '../../model/answers/recollection.ts';
import { neutraliseControls } from '../../redaction/neutralise-controls.ts';
import { describeReason } from '../../wording/describe-reason.ts';
import { fenceForeign } from '../redact-message.ts';
import { sayDecision } from './say-decision.ts';
import { sayLookalike } from './say-lookalike.ts';
import { defineTool, reading, type Told } from './tool.ts';

export const brief = defineTool({
  name: 'brief',
  description: 'Rules, decisions, open tasks. Ask before a plan.',
  input: operation.input,
  annotations: reading,
  async answer(memory, request, speaker) {
    const [file, ...others] = request.files ?? [];
    // One file is about to be edited: its past counts, too.
    if (file !== undefined && others.length === 0 && request.query === undefined)
      return aboutFile(await memory.forFile(file, { speaker }));
    const answered = await memory.brief({ ...request, speaker });
    const told = describeBrief(answered);
    return answered.kind === 'nothing_known'
      ? { ...told, text: `${told.text}${await sayLookalike(memory)}` }
      : told;
  },
});

function aboutFile({ path, pack, brief: { decisionId } }: FileBrief): Told {
  if (pack.text === '')
    return { text: `Nothing is known about ${neutraliseControls(path)}. That is a good answer: go on.` };
  return { text: `${pack.text}\n${sayDecision(decisionId)}`, fenced: [pack.text] };
}

/** A brief, or that there is none, for an agent; and what the last sessions did. */
export function describeBrief(answered: Brief): Told {
  return fenceForeign({ ...describeEntries(answered), foreign: answered.lately.join('\n') });
}

function describeEntries(answered: Brief): Told {
  const { kind, pack, reason } = answered;
  if (kind === 'nothing_known')
    return {
      text: `Nothing is known that a plan must heed${reason === undefined ? '' : `: ${reason}`}. That is a good answer: go on.`,
    };
  if (kind === 'abstained')
    return { text: `Something is known, but nothing may be shown: ${whyLeftOut(answered)}. Go on.` };
  const others = Object.values(answered.others).reduce((sum, count) => sum + count, 0);
  const more = others === 0 ? '' : `\n${others} more are known: name the plan or its files.`;
  return { text: `${pack.text}${more}\n${sayDecision(answered.decisionId)}`, fenced: [pack.text] };
}

function whyLeftOut({ leftOut }: Brief): string {
  const reasons = new Set(leftOut.flatMap((one) => one.reasons));
  return [...reasons].map((one) => describeReason(one, undefined)).join('; ');
}
