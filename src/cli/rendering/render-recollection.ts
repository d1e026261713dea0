import type {
  LeftOutMemory,
  RecalledCommit,
  RecalledMemory,
  RecalledPlace,
  RecalledSummary,
  Recollection,
} from '../../model/answers/recollection.ts';
import { describeReason, describeReasons } from '../../wording/describe-reason.ts';
import { formatAge } from '../../wording/format-date.ts';
import { countOf, formatCount, formatShare } from '../../wording/format-number.ts';
import { describePrincipal, saidOrConfirmed, strengthWords, trustWords } from '../../wording/memory-words.ts';
import { shortUuid } from '../../wording/short-uuid.ts';
import { paragraph } from '../terminal/layout.ts';
import { type Line, type LinePart, line, span } from '../terminal/line.ts';
import { blank, itemMark, labelled, labelledText, type Page, sentence } from './page.ts';
import { type NextStep, renderNextSteps } from './render-next-steps.ts';

const indent = 4;
const shownLeftOut = 8;

/** Answer of `recall`. */
export function renderRecollection(recollection: Recollection, page: Page): readonly Line[] {
  return [
    ...renderVerdict(recollection, page),
    ...recollection.memories.flatMap((memory, position) => [
      blank,
      ...renderRecalled(memory, position + 1, page),
    ]),
    ...renderBeside(recollection, page),
    ...renderLeftOut(recollection.leftOut, page),
    ...renderDecision(recollection, page),
  ];
}

function renderVerdict(recollection: Recollection, page: Page): readonly Line[] {
  const { kind, level, memories, leftOut, pack, reason } = recollection;
  if (kind === 'nothing_known') {
    const why = reason === undefined ? '' : `: ${reason}`;
    const near = memories.length === 0 ? '' : ' What is remembered near it:';
    return sentence(page, span('Nothing is known', 'bold'), ` about this${why}.${near}`);
  }
  if (kind === 'abstained') {
    const known = `${countOf(leftOut.length, 'memory', 'memories')} may be relevant, but none is safe or useful enough.`;
    return sentence(page, span('Nothing is shown', 'bold'), `: ${known}`);
  }
  if (level === 'perhaps')
    return sentence(
      page,
      span('Nothing is clearly about this', 'bold'),
      '; these may be. `afterwit show` tells one whole.',
    );
  const room = `${formatCount(pack.tokens)} of ${countOf(pack.budgetTokens, 'token')}`;
  const verb = memories.length === 1 ? 'bears' : 'bear';
  return sentence(
    page,
    span(countOf(memories.length, 'memory', 'memories'), 'bold'),
    ` ${verb} on this, best first; ${room}.`,
  );
}

function renderRecalled(memory: RecalledMemory, rank: number, page: Page): readonly Line[] {
  const { item, card, strength, relevance, level, confidence } = memory;
  const detail = (label: string, ...parts: readonly LinePart[]): readonly Line[] =>
    labelled(label, parts, page, indent);
  const head = paragraph(line(span(card.trigger, 'bold')), {
    width: page.width,
    lead: line(span(`${String(rank).padStart(2)}  `, 'dim')),
  });
  if (level === 'perhaps') {
    const lead = line(span(`${String(rank).padStart(2)}  `, 'dim'), itemMark(item.id), '  ');
    return paragraph(line(span('perhaps: ', 'dim'), item.title, span(` (${card.evidence})`, 'dim')), {
      ...{ width: page.width, lead },
    });
  }
  const fit =
    confidence === undefined
      ? `${strengthWords[strength]}; words match ${formatShare(relevance)}`
      : `likely ${formatShare(confidence)}`;
  return [
    ...head,
    ...(card.caveat === undefined ? [] : labelledText('but', card.caveat, page, { indent, style: 'yellow' })),
    ...labelledText('do', card.actionHint, page, { indent, style: 'green' }),
    ...labelledText('or else', card.failureIfIgnored, page, { indent }),
    ...labelledText('because', card.evidence, page, { indent }),
    ...detail('from', provenance(memory, page)),
    ...memory.warnings.flatMap((reason) =>
      paragraph(line(span(describeReason(reason, item), 'yellow')), {
        width: page.width,
        lead: line(' '.repeat(indent), span('! ', 'yellow')),
      }),
    ),
    ...detail('memory', itemMark(item.id), `  ${fit}`),
  ];
}

function provenance({ card }: RecalledMemory, { nowMs }: Page): string {
  const { principal, trust, confirmedOn } = card.provenance;
  const confirmedAtMs = Date.parse(confirmedOn);
  const age = Number.isNaN(confirmedAtMs) ? '' : `${formatAge(confirmedAtMs, nowMs)}, `;
  return `${describePrincipal(principal)}, ${trustWords[trust]}; ${saidOrConfirmed(trust)} ${age}${confirmedOn}`;
}

/** Commits and files, those with the surest of them first. */
function renderBeside(recollection: Recollection, page: Page): readonly Line[] {
  const { units, commits = [], places = [], summaries = [] } = recollection;
  const first = units.find(({ bank }) => bank === 'commits' || bank === 'files');
  const parts = [renderCommits(commits, page), renderPlaces(places, page), renderSummaries(summaries, page)];
  const [ofCommits = [], ...ofCode] = parts;
  return [...(first?.bank === 'files' ? [...ofCode, ofCommits] : parts)].flat();
}

/** Commits are what somebody wrote into the history: offered, never a memory. */
function renderCommits(commits: readonly RecalledCommit[], page: Page): readonly Line[] {
  if (commits.length === 0) return [];
  return [
    blank,
    line(
      span('Commits that may bear on it', 'bold'),
      span(' (text of the history, vouched for by nobody)', 'dim'),
    ),
    ...commits.flatMap(({ id, subject, passage, committedOn, confidence }) => [
      ...paragraph(line(subject), {
        width: page.width,
        lead: line(span(`  ${id.slice(0, 12)}  `, 'dim')),
      }),
      ...labelled('likely', [`${formatShare(confidence)}, ${committedOn}`], page, indent),
      ...(passage === '' ? [] : labelledText('says', passage, page, { indent })),
    ]),
  ];
}

/** Files are offered where no memory answers. */
function renderPlaces(places: readonly RecalledPlace[], page: Page): readonly Line[] {
  if (places.length === 0) return [];
  return [
    blank,
    line(
      span('Where to look in the code', 'bold'),
      span(' (nothing that is remembered answers this)', 'dim'),
    ),
    ...places.flatMap(({ path, functions, confidence }) => [
      ...paragraph(line(path), { width: page.width, lead: line('  ') }),
      ...labelled('likely', [formatShare(confidence)], page, indent),
      ...(functions.length === 0 ? [] : labelledText('see', functions.join(', '), page, { indent })),
    ]),
  ];
}

/** Beside the places, or where none is likely enough. */
function renderSummaries(summaries: readonly RecalledSummary[], page: Page): readonly Line[] {
  if (summaries.length === 0) return [];
  return [
    blank,
    line(span('What files are for', 'bold'), span(' (text of the code, vouched for by nobody)', 'dim')),
    ...summaries.flatMap(({ path, purpose, confidence }) => [
      ...paragraph(line(path), { width: page.width, lead: line('  ') }),
      ...labelled('likely', [formatShare(confidence)], page, indent),
      ...labelledText('is for', purpose, page, { indent }),
    ]),
  ];
}

function renderLeftOut(leftOut: readonly LeftOutMemory[], page: Page): readonly Line[] {
  if (leftOut.length === 0) return [];
  const hidden = leftOut.length - shownLeftOut;
  return [
    blank,
    line(span('Left out', 'dim')),
    ...leftOut.slice(0, shownLeftOut).flatMap(({ item, reasons }) => {
      const lead = line(span(`  ${shortUuid(item.id)}  `, 'dim'));
      const text = `${item.title}: ${describeReasons(reasons, item)}`;
      return paragraph(line(span(text, 'dim')), { width: page.width, lead });
    }),
    ...(hidden > 0
      ? [line(span(`  … ${formatCount(hidden)} more; afterwit why lists them all`, 'dim'))]
      : []),
  ];
}

function renderDecision(recollection: Recollection, page: Page): readonly Line[] {
  const id = shortUuid(recollection.decisionId);
  if (!recollection.recorded) {
    const loss =
      'The decision could not be recorded, so why and feedback cannot use it. afterwit doctor says more.';
    return [blank, ...sentence(page, span(loss, 'yellow'))];
  }
  const steps = [
    {
      command: `afterwit why ${id}`,
      why: recollection.memories.length > 0 ? 'why this was shown' : 'why nothing was shown',
    },
    ...feedbackSteps(recollection),
  ];
  return renderNextSteps(span(`Decision ${id}`, 'bold'), steps, page);
}

function feedbackSteps({ kind, memories, decisionId }: Recollection): readonly NextStep[] {
  const feedback = `afterwit feedback ${shortUuid(decisionId)}`;
  const [first, second] = memories;
  if (first !== undefined) {
    const item = second === undefined ? '' : ` --item ${shortUuid(first.item.id)}`;
    return [
      { command: `${feedback} verified${item}`, why: 'it helped' },
      { command: `${feedback} false_positive${item}`, why: 'it was irrelevant' },
    ];
  }
  if (kind === 'abstained') return [{ command: `${feedback} missed`, why: 'one of these would have helped' }];
  return [{ command: 'afterwit remember "…"', why: 'once you know' }];
}
