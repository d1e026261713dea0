import type { VariantView } from '../../model/answers/failure-answers.ts';
import { failedCommandOf } from '../../model/item-body.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { describeFateInFull } from '../../wording/describe-fate.ts';
import { formatMoment } from '../../wording/format-date.ts';
import { countOf } from '../../wording/format-number.ts';
import { describePrincipal, episodeWords, statusWords, trustWords } from '../../wording/memory-words.ts';
import { shortUuid } from '../../wording/short-uuid.ts';
import { paragraph } from '../terminal/layout.ts';
import { type Line, type LinePart, line, span } from '../terminal/line.ts';
import { itemMark, labelled, labelledText, type Page } from './page.ts';

const shownEpisodes = 5;

/** One fix for one failure: its text, its outcomes, its occurrences. */
export function renderVariant(view: VariantView, page: Page, indent: number): readonly Line[] {
  const { variant: item, episodes, outcomes } = view;
  const body = item.body?.kind === 'variant' ? item.body : undefined;
  const detail = (label: string, parts: readonly LinePart[]): readonly Line[] =>
    parts.length === 0 ? [] : labelled(label, parts, page, indent + 2);
  const text = (label: string, value: string | undefined) =>
    labelledText(label, value ?? '', page, { indent: indent + 2 });
  return [
    ...paragraph(line(span(item.title, 'bold')), {
      width: page.width,
      lead: line(' '.repeat(indent), itemMark(item.id), '  '),
    }),
    ...labelledText('fix', item.content, page, { indent: indent + 2, style: 'green' }),
    ...text('command', failedCommandOf(body)),
    ...text('check', body?.verification),
    ...text('if', body?.appliesWhen?.join('; ')),
    ...text('not if', body?.notWhen?.join('; ')),
    ...detail('fared', [describeFateInFull(outcomes)]),
    ...detail('from', [`${describePrincipal(item.principal)}, ${trustWords[item.trust]}`]),
    ...detail('state', stateOf(item)),
    ...detail('met', [countOf(episodes.length, 'time')]),
    ...episodes.slice(0, shownEpisodes).flatMap((episode) => renderEpisode(episode, page, indent + 4)),
    ...(episodes.length > shownEpisodes ? [line(' '.repeat(indent + 4), span('…', 'dim'))] : []),
  ];
}

function stateOf({ status, quarantined, supersededById }: MemoryItem): readonly LinePart[] {
  const replacement = supersededById === undefined ? [] : ['; see ', itemMark(supersededById)];
  if (status !== 'active') return [span(statusWords[status], 'yellow'), ...replacement];
  return quarantined ? [span('waits for a person', 'yellow')] : [];
}

function renderEpisode(
  { id, body, createdAtMs, principal, relatedItems }: MemoryItem,
  page: Page,
  indent: number,
) {
  const outcome = body?.kind === 'episode' ? episodeWords[body.outcome] : '';
  const when = formatMoment(createdAtMs, page.nowMs);
  const cause = relatedItems.find(({ relation }) => relation === 'caused_by');
  const came = cause === undefined ? '' : `; came of the fix ${shortUuid(cause.id)}`;
  const text = `${when}; ${describePrincipal(principal)}; ${outcome}${came}`;
  return paragraph(line(span(text, 'dim')), {
    width: page.width,
    lead: line(' '.repeat(indent), itemMark(id), '  '),
  });
}
