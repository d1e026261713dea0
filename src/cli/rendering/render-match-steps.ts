import type { Recollection } from '../../model/answers/recollection.ts';
import type { MatchStatus } from '../../model/evidence.ts';
import { shortUuid } from '../../wording/short-uuid.ts';
import { type Line, span } from '../terminal/line.ts';
import { blank, type Page, sentence } from './page.ts';
import { type NextStep, renderNextSteps } from './render-next-steps.ts';
import { shellWord } from './shell-word.ts';

/** Next steps after an answer of `match`: give feedback, or record the fix once it is found. */
export function renderMatchSteps(
  recollection: Recollection,
  status: MatchStatus,
  { command }: { readonly command?: string | undefined },
  page: Page,
): readonly Line[] {
  const { decisionId, recorded } = recollection;
  const id = shortUuid(decisionId);
  const record: NextStep = { command: recordCommand(command), why: 'once you know what fixes it' };
  if (!recorded) {
    const loss =
      'The decision could not be recorded, so feedback about it is not possible. afterwit doctor says more.';
    return [blank, ...sentence(page, span(loss, 'yellow'))];
  }
  const steps = [
    ...(status === 'abstain' ? [] : feedbackSteps(recollection)),
    ...(status === 'match' ? [] : [record]),
    {
      command: `afterwit why ${id}`,
      why: recollection.memories.length > 0 ? 'why this was shown' : 'why nothing was shown',
    },
  ];
  return renderNextSteps(span(`Decision ${id}`, 'bold'), steps, page);
}

function feedbackSteps({ decisionId, memories }: Recollection): readonly NextStep[] {
  const [first, second] = memories;
  if (first === undefined) return [];
  const item = second === undefined ? '' : ` --item ${shortUuid(first.item.id)}`;
  const feedback = `afterwit feedback ${shortUuid(decisionId)}`;
  return [
    { command: `${feedback} verified${item}`, why: 'it helped, and the command passes' },
    { command: `${feedback} rejected${item}`, why: 'it did not help' },
    { command: `${feedback} false_positive${item}`, why: 'it is about something else' },
  ];
}

function recordCommand(command: string | undefined): string {
  if (command === undefined) return 'afterwit remember "the fix" --failure LOG';
  const log = /[|;&<>\n]/.test(command) ? '--failure LOG' : '--failure -';
  const pipe = log === '--failure -' ? `${command} 2>&1 | ` : '';
  return `${pipe}afterwit remember "the fix" --command ${shellWord(command)} ${log}`;
}
