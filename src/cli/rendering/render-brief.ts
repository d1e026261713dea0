import {
  type Brief,
  type BriefType,
  briefTypes,
  type RecalledMemory,
} from '../../model/answers/recollection.ts';
import { describeReason } from '../../wording/describe-reason.ts';
import { countOf, formatCount } from '../../wording/format-number.ts';
import { briefTitles, describePrincipal, saidOrConfirmed, trustWords } from '../../wording/memory-words.ts';
import { shortUuid } from '../../wording/short-uuid.ts';
import { paragraph } from '../terminal/layout.ts';
import { type Line, line, span } from '../terminal/line.ts';
import { blank, itemMark, type Page, sentence } from './page.ts';
import { renderNextSteps } from './render-next-steps.ts';
import { renderSessions } from './render-sessions.ts';

const indent = 12;

/** Answer of `brief`. */
export function renderBrief(brief: Brief, page: Page): readonly Line[] {
  return [
    ...renderVerdict(brief, page),
    ...renderEntries(brief, page),
    ...renderRest(brief, page),
    ...(brief.lately.length === 0 ? [] : [blank, ...renderSessions({ lines: brief.lately }, page)]),
    ...renderSteps(brief, page),
  ];
}

/** The memories of a brief under the names of their kinds. */
export function renderEntries({ memories }: Brief, page: Page): readonly Line[] {
  return sectionsOf(memories).flatMap(([type, ofType]) => [
    blank,
    line(span(briefTitles[type], 'bold')),
    ...ofType.flatMap((memory) => renderEntry(memory, page)),
  ]);
}

function renderVerdict({ kind, memories, pack, reason, leftOut }: Brief, page: Page): readonly Line[] {
  if (kind === 'nothing_known') {
    const why = reason ?? 'no constraint, decision, open task or preference holds here';
    return sentence(page, span('Nothing is known', 'bold'), ` that a plan must heed: ${why}.`);
  }
  if (kind === 'abstained') {
    const reasons = [...new Set(leftOut.flatMap((one) => one.reasons))].map((one) =>
      describeReason(one, undefined),
    );
    return sentence(page, span('Nothing is shown', 'bold'), `: ${reasons.join('; ')}.`);
  }
  const room = `${formatCount(pack.tokens)} of ${countOf(pack.budgetTokens, 'token')}`;
  return sentence(
    page,
    span(countOf(memories.length, 'memory', 'memories'), 'bold'),
    ` to heed before a plan, the newest of each kind first; ${room}.`,
  );
}

/** What was replaced follows what took its place, whatever kind it was of. */
function sectionsOf(memories: readonly RecalledMemory[]) {
  const sections = new Map<BriefType, RecalledMemory[]>();
  let current: BriefType = 'constraint';
  for (const memory of memories) {
    if (memory.card.supersededById === undefined)
      current = briefTypes.find((type) => type === memory.item.type) ?? current;
    sections.set(current, [...(sections.get(current) ?? []), memory]);
  }
  return [...sections];
}

function renderEntry({ item, card, warnings }: RecalledMemory, page: Page): readonly Line[] {
  const { principal, trust, confirmedOn } = card.provenance;
  const superseded =
    card.supersededById === undefined ? '' : `; SUPERSEDED by ${shortUuid(card.supersededById)}`;
  const from = `${describePrincipal(principal)}, ${trustWords[trust]}; ${saidOrConfirmed(trust)} ${confirmedOn}${superseded}`;
  const below = { width: page.width, lead: line(' '.repeat(indent)) };
  return [
    ...paragraph(line(card.actionHint), {
      width: page.width,
      lead: line('  ', itemMark(item.id), '  '),
    }),
    ...(card.trigger === '' ? [] : paragraph(line(span(`about ${card.trigger}`, 'dim')), below)),
    ...paragraph(line(span(from, 'dim')), below),
    ...warnings
      // That nobody confirmed it is said where it is from.
      .filter((reason) => reason !== 'unverified' && reason !== 'not_active')
      .flatMap((reason) => paragraph(line(span(`! ${describeReason(reason, item)}`, 'yellow')), below)),
  ];
}

function renderRest({ others, waiting }: Brief, page: Page): readonly Line[] {
  const counts = briefTypes.flatMap((type) => {
    const count = others[type];
    return count === undefined ? [] : [`${briefTitles[type].toLowerCase()}: ${formatCount(count)}`];
  });
  return [
    ...(counts.length === 0
      ? []
      : [
          blank,
          ...sentence(page, span(`Not shown, ${counts.join(', ')}: a larger --budget, or a text.`, 'dim')),
        ]),
    ...(waiting === 0
      ? []
      : sentence(page, span(`Waiting for a person: ${formatCount(waiting)} (afterwit review).`, 'dim'))),
  ];
}

function renderSteps({ decisionId, recorded, memories, kind }: Brief, page: Page): readonly Line[] {
  if (!recorded) {
    const loss =
      'The brief could not be recorded, so why and feedback cannot use it. afterwit doctor says more.';
    return [blank, ...sentence(page, span(loss, 'yellow'))];
  }
  if (kind === 'nothing_known') {
    const steps = [
      { command: 'afterwit import-rules', why: 'the rules that stand in files' },
      { command: 'afterwit remember --type decision "…"', why: 'what was decided' },
    ];
    return renderNextSteps(span('To know more', 'bold'), steps, page);
  }
  const id = shortUuid(decisionId);
  const [first] = memories;
  const steps = [
    { command: `afterwit why ${id}`, why: 'what was left out, and why' },
    ...(first === undefined
      ? []
      : [
          {
            command: `afterwit feedback ${id} false_positive --item ${shortUuid(first.item.id)}`,
            why: 'that one was irrelevant',
          },
        ]),
  ];
  return renderNextSteps(span(`Decision ${id}`, 'bold'), steps, page);
}
