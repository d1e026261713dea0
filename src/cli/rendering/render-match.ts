import type { VariantView } from '../../model/answers/failure-answers.ts';
import type { RecalledMemory, Recollection } from '../../model/answers/recollection.ts';
import type { EvidencePoint, MatchStatus } from '../../model/evidence.ts';
import { describeFateInFull } from '../../wording/describe-fate.ts';
import { describeMeetings } from '../../wording/describe-meetings.ts';
import { describeReason } from '../../wording/describe-reason.ts';
import { formatAge, isoDate } from '../../wording/format-date.ts';
import { formatShare } from '../../wording/format-number.ts';
import { describePrincipal, saidOrConfirmed, trustWords } from '../../wording/memory-words.ts';
import { shortUuid } from '../../wording/short-uuid.ts';
import { paragraph } from '../terminal/layout.ts';
import { type Line, type LinePart, line, type Style, span } from '../terminal/line.ts';
import { describeFailure } from './describe-failure.ts';
import { blank, itemMark, joinParts, labelled, labelledText, type Page, sentence } from './page.ts';
import { renderMatchSteps } from './render-match-steps.ts';
import { tellApart } from './tell-apart.ts';

const indent = 4;

const verdicts: Readonly<Record<MatchStatus, { readonly words: string; readonly style: Style }>> = {
  match: { words: 'Seen before', style: 'green' },
  ambiguous: { words: 'Perhaps seen before', style: 'yellow' },
  abstain: { words: 'Not known', style: 'bold' },
};

/** Number of fixes shown: one for a clear match; none when nothing matches, so that no wrong fix is followed. */
const shownOf: Readonly<Record<MatchStatus, number>> = { match: 1, ambiguous: 3, abstain: 0 };

/** Reason to show when the recall gives none. */
const unexplained: Readonly<Record<MatchStatus, string>> = {
  match: 'a memory is about this failure',
  ambiguous: 'a memory is similar to this failure',
  abstain: 'no memory is about this failure',
};

/** What is known about the failure besides the answer. */
interface Asked {
  /** The failing command, as it was typed. */
  readonly command?: string | undefined;
  readonly views: readonly VariantView[];
}

/** Answer of `match`: how sure it is, then the fix and why, or what was understood and that nothing fits. */
export function renderMatch(recollection: Recollection, asked: Asked, page: Page): readonly Line[] {
  const status = statusOf(recollection);
  const shown = recollection.memories.slice(0, shownOf[status]);
  return [
    ...renderVerdict(recollection, status, page),
    ...(status === 'abstain' ? renderUnderstood(recollection, page) : []),
    ...shown.flatMap((memory, position) => [
      blank,
      ...renderCandidate(memory, {
        rank: shown.length === 1 ? undefined : position + 1,
        view: asked.views.find(({ variant }) => variant.id === memory.item.id),
        page,
      }),
    ]),
    ...(status === 'ambiguous' ? tellApart(shown, page) : []),
    ...renderOthers(recollection, shown.length, page),
    ...renderMatchSteps(recollection, status, asked, page),
  ];
}

/** Without a status, as for a memory found by words alone, a memory is only a candidate. */
function statusOf({ match, memories }: Recollection): MatchStatus {
  return match?.status ?? (memories.length > 0 ? 'ambiguous' : 'abstain');
}

function renderVerdict({ match }: Recollection, status: MatchStatus, page: Page): readonly Line[] {
  const { words, style } = verdicts[status];
  const score = match === undefined || status === 'abstain' ? '' : ` (${formatShare(match.topScore)} alike)`;
  const reason = match?.reason.replace(/[.]$/, '') ?? unexplained[status];
  return sentence(page, span(words, style), `${score}: ${reason}.`);
}

function renderUnderstood({ failure }: Recollection, page: Page): readonly Line[] {
  if (failure === undefined) return [];
  const lines = describeFailure(failure, page, 2);
  return lines.length === 0
    ? [blank, ...sentence(page, 'The log does not say what failed.')]
    : [blank, line(span('What the failure says', 'bold')), ...lines];
}

interface Candidate {
  readonly rank: number | undefined;
  readonly view: VariantView | undefined;
  readonly page: Page;
}

function renderCandidate(memory: RecalledMemory, { rank, view, page }: Candidate): readonly Line[] {
  const { item, evidence, outcomes = {}, warnings } = memory;
  const variant = item.body?.kind === 'variant' ? item.body : undefined;
  const detail = (label: string, parts: readonly LinePart[]): readonly Line[] =>
    parts.length === 0 ? [] : labelled(label, parts, page, indent);
  const lead = rank === undefined ? '    ' : `${String(rank).padStart(2)}  `;
  return [
    ...paragraph(line(span(item.title, 'bold')), { width: page.width, lead: line(span(lead, 'dim')) }),
    ...labelledText('fix', item.content, page, { indent, style: 'green' }),
    ...detail('because', pointsOf(evidence?.agrees ?? [])),
    ...detail('but', pointsOf(evidence?.differs ?? [], 'yellow')),
    ...labelledText('check', variant?.verification ?? '', page, { indent }),
    ...detail('if', joinParts(variant?.appliesWhen ?? [], '; ')),
    ...detail('not if', joinParts(variant?.notWhen ?? [], '; ')),
    ...detail('fared', [describeFateInFull(outcomes)]),
    ...(view === undefined ? [] : detail('met', [describeMeetings(view, page.nowMs)])),
    ...detail('from', [provenance(memory, page)]),
    ...warnings.flatMap((reason) =>
      paragraph(line(span(describeReason(reason, item), 'yellow')), {
        width: page.width,
        lead: line(' '.repeat(indent), span('! ', 'yellow')),
      }),
    ),
    ...detail('memory', [itemMark(item.id)]),
  ];
}

function pointsOf(points: readonly EvidencePoint[], style?: Style): readonly LinePart[] {
  const labels: Readonly<Partial<Record<EvidencePoint['aspect'], string>>> = {
    command: 'command ',
    file: 'file ',
    stack: 'stack at ',
    family: 'family ',
  };
  const parts = points.map(({ aspect, words }) => span(`${labels[aspect] ?? ''}${words}`, style));
  return joinParts(parts, '; ');
}

function provenance({ item }: RecalledMemory, { nowMs }: Page): string {
  const { principal, trust, updatedAtMs } = item;
  const since = `${saidOrConfirmed(trust)} ${formatAge(updatedAtMs, nowMs)}, ${isoDate(updatedAtMs)}`;
  return `${describePrincipal(principal)}, ${trustWords[trust]}; ${since}`;
}

/** The other memories are only named; `afterwit show` prints them. */
function renderOthers({ memories }: Recollection, shown: number, page: Page): readonly Line[] {
  const others = memories.slice(shown);
  if (others.length === 0) return [];
  return [
    blank,
    line(span('Less similar; afterwit show prints each in full', 'dim')),
    ...others.flatMap(({ item }) =>
      paragraph(line(span(item.title, 'dim')), {
        width: page.width,
        lead: line(span(`  ${shortUuid(item.id)}  `, 'dim')),
      }),
    ),
  ];
}
