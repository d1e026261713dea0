import type { Doubt, DoubtList } from '../../model/answers/failure-answers.ts';
import { countOf } from '../../wording/format-number.ts';
import { shortUuid } from '../../wording/short-uuid.ts';
import { type Line, line, span } from '../terminal/line.ts';
import { blank, type Page, sentence } from './page.ts';
import { type NextStep, renderNextSteps } from './render-next-steps.ts';
import { renderVariant } from './render-variant.ts';

const questions: Readonly<Record<Doubt['kind'], string>> = {
  merge: 'may be a known failure',
  contradiction: 'gives another fix for a known failure',
};

/** Answer of `failures review`: each doubt with both variants. */
export function renderDoubts({ doubts }: DoubtList, page: Page): readonly Line[] {
  const [first] = doubts;
  if (first === undefined)
    return sentence(page, span('Nothing is in doubt', 'bold'), ': no fix waits for a person.');
  return [
    ...sentence(
      page,
      span(countOf(doubts.length, 'fix waits', 'fixes wait'), 'bold'),
      ' for a person, longest waiting first',
    ),
    ...doubts.flatMap((doubt) => [blank, ...renderDoubt(doubt, page)]),
    ...renderNextSteps('Decide', stepsFor(first), page),
  ];
}

function renderDoubt({ kind, variant, known }: Doubt, page: Page): readonly Line[] {
  return [
    ...sentence(page, span('New', 'yellow'), `: ${questions[kind]}`),
    ...renderVariant(variant, page, 2),
    ...(known === undefined
      ? sentence(page, span('Known', 'bold'), ': forgotten since')
      : [line(span('Known', 'bold')), ...renderVariant(known, page, 2)]),
  ];
}

function stepsFor({ kind, variant: { variant } }: Doubt): readonly NextStep[] {
  const decide = `afterwit failures review ${shortUuid(variant.id)}`;
  return [
    ...(kind === 'merge' ? [{ command: `${decide} merge`, why: 'it is the known one' }] : []),
    { command: `${decide} split`, why: 'both are right, each for its own case' },
    { command: `${decide} supersede`, why: 'the new one replaces the known one' },
    { command: `${decide} reject`, why: 'the new one is wrong' },
  ];
}
