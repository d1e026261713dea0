import { failedCommandOf, type RecordedFailure } from '../../model/recorded-failure.ts';
import { countOf } from '../../wording/format-number.ts';
import { describePrincipal, describeScope } from '../../wording/memory-words.ts';
import { shortUuid } from '../../wording/short-uuid.ts';
import { type Line, span } from '../terminal/line.ts';
import { indented, itemMark, labelled, labelledText, type Page, sentence } from './page.ts';
import { type NextStep, renderNextSteps } from './render-next-steps.ts';

const indent = 2;

const news: Readonly<Record<RecordedFailure['kind'], string>> = {
  created: 'Recorded a new pattern of failures, with its first variant',
  split: 'Recorded a new variant of a known pattern',
  attached: 'Recorded another occurrence of a known variant',
  known: 'Already known: nothing was added',
  needs_review: 'Recorded, but held back until a person decides about it; known variants are unchanged',
};

/** Answer of `remember`, of a failure. */
export function renderRecorded(recorded: RecordedFailure, page: Page): readonly Line[] {
  const { kind, pattern, variant, episode, redactedSecrets } = recorded;
  const command = failedCommandOf(variant.body);
  const rule = pattern.body?.kind === 'pattern' ? pattern.body.preventionRule : undefined;
  const outcome = episode.body?.kind === 'episode' ? episode.body.outcome : undefined;
  return [
    ...sentence(page, span(news[kind], kind === 'needs_review' ? 'yellow' : 'bold'), '.'),
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

function nextSteps({ kind, variant }: RecordedFailure): readonly NextStep[] {
  const id = shortUuid(variant.id);
  if (kind === 'needs_review')
    return [{ command: 'afterwit failures review', why: 'both variants, and the possible decisions' }];
  const show = { command: `afterwit failures show ${id}`, why: 'everything that is known about it' };
  const approve = { command: `afterwit review approve ${id}`, why: 'a person vouches for it' };
  if (variant.quarantined) return [approve];
  return variant.trust === 'agent' ? [show, approve] : [show];
}
