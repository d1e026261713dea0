import type { RecordedFailure } from '../../model/answers/failure-answers.ts';
import { failedCommandOf } from '../../model/item-body.ts';
import { countOf } from '../../wording/format-number.ts';
import { describePrincipal, describeScope } from '../../wording/memory-words.ts';
import { shortUuid } from '../../wording/short-uuid.ts';
import { type Line, type LinePart, span } from '../terminal/line.ts';
import { indented, itemMark, labelled, labelledText, type Page, sentence } from './page.ts';
import { type NextStep, renderNextSteps } from './render-next-steps.ts';

const indent = 2;

/** What became of it, beside its id. */
const news: Readonly<Record<RecordedFailure['kind'], string>> = {
  created: ', the first fix of a new pattern of failures',
  split: ', another fix of a known pattern of failures',
  attached: ', a known fix, met again',
  known: ', to which nothing is new',
  needs_review: ', and what is known stays as it is until then',
};

/** Answer of `remember`, of a failure. */
export function renderRecorded(recorded: RecordedFailure, page: Page): readonly Line[] {
  const { kind, pattern, variant, episode, redactedSecrets } = recorded;
  const command = failedCommandOf(variant.body);
  const rule = pattern.body?.kind === 'pattern' ? pattern.body.preventionRule : undefined;
  const outcome = episode.body?.kind === 'episode' ? episode.body.outcome : undefined;
  return [
    ...sentence(page, ...headline(recorded), itemMark(variant.id), `${news[kind]}.`),
    ...labelled('pattern', [itemMark(pattern.id), '  ', pattern.title], page, indent),
    ...labelled('variant', [itemMark(variant.id), '  ', span(variant.title, 'bold')], page, indent),
    ...labelledText('fix', variant.content, page, { indent, style: 'green' }),
    ...(command === undefined ? [] : labelled('command', [command], page, indent)),
    ...(rule === undefined ? [] : labelled('rule', [rule], page, indent)),
    ...labelled('said by', [describePrincipal(variant.principal)], page, indent),
    ...labelled('holds', [describeScope(variant.scope)], page, indent),
    ...(outcome === 'verified'
      ? labelled('checked', ['the named command passed after it'], page, indent)
      : []),
    ...(redactedSecrets === 0
      ? []
      : indented(page, indent, span(`${countOf(redactedSecrets, 'secret')} removed from it.`, 'yellow'))),
    ...renderNextSteps('Next', nextSteps(recorded), page),
  ];
}

function headline({ kind, variant }: RecordedFailure): readonly LinePart[] {
  if (kind === 'known') return [span('Already known', 'bold'), ': '];
  return kind === 'needs_review' || variant.quarantined
    ? [span('Held back until a person decides about it', 'yellow'), ': ']
    : [span('Remembered', 'bold'), ': '];
}

function nextSteps({ kind, variant }: RecordedFailure): readonly NextStep[] {
  const id = shortUuid(variant.id);
  if (kind === 'needs_review')
    return [{ command: 'afterwit failures review', why: 'both variants, and the possible decisions' }];
  const show = { command: `afterwit failures show ${id}`, why: 'everything that is known about it' };
  const approve = { command: `afterwit review approve ${id}`, why: 'a person vouches for it' };
  if (variant.quarantined) return [approve];
  return variant.trust === 'agent' ? [show, approve] : [show];
}
