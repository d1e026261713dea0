import type { Guardrail, GuardrailList } from '../../model/answers/recollection.ts';
import type { MemoryCard } from '../../model/card.ts';
import { times } from '../../wording/describe-fate.ts';
import { formatDate } from '../../wording/format-date.ts';
import { countOf, formatShare } from '../../wording/format-number.ts';
import { describePrincipal, saidOrConfirmed, trustWords } from '../../wording/memory-words.ts';
import { shortUuid } from '../../wording/short-uuid.ts';
import { paragraph } from '../terminal/layout.ts';
import { type Line, line, span } from '../terminal/line.ts';
import { blank, itemMark, labelled, labelledText, type Page, sentence } from './page.ts';

const indent = 4;

/** Answer of `guardrails`. */
export function renderGuardrails({ guardrails, constraints }: GuardrailList, page: Page): readonly Line[] {
  if (guardrails.length + constraints.length === 0)
    return sentence(page, span('No rule is known', 'bold'), ' that applies here.');
  const rules = renderRules(guardrails, page);
  if (constraints.length === 0) return rules;
  return [
    ...sentence(page, span(countOf(constraints.length, 'constraint'), 'bold'), ' about these files.'),
    blank,
    ...constraints.flatMap((card) => renderConstraint(card, page)),
    ...(rules.length === 0 ? [] : [blank, ...rules]),
  ];
}

function renderConstraint({ itemId, actionHint, provenance }: MemoryCard, page: Page): readonly Line[] {
  const { principal, trust, confirmedOn } = provenance;
  const from = `${describePrincipal(principal)}, ${saidOrConfirmed(trust)} ${confirmedOn}`;
  return [
    ...paragraph(line(span(actionHint, 'green')), {
      width: page.width,
      lead: line('  ', itemMark(itemId), '  '),
    }),
    ...paragraph(line(span(from, 'dim')), { width: page.width, lead: line(' '.repeat(12)) }),
  ];
}

function renderRules(guardrails: readonly Guardrail[], page: Page): readonly Line[] {
  const [first] = guardrails;
  if (first === undefined) return [];
  return [
    ...sentence(
      page,
      span(countOf(guardrails.length, 'rule'), 'bold'),
      ' from failures near this, nearest first.',
    ),
    ...guardrails.flatMap((guardrail, position) => [blank, ...renderRule(guardrail, position + 1, page)]),
    blank,
    ...sentence(
      page,
      span('The failures: ', 'dim'),
      span(`afterwit failures show ${shortUuid(first.pattern.id)}`, 'cyan'),
    ),
  ];
}

function renderRule(guardrail: Guardrail, rank: number, page: Page): readonly Line[] {
  const { rule, pattern, nearness, episodeCount, lastSeenAtMs } = guardrail;
  const symptom = pattern.body?.kind === 'pattern' ? pattern.body.symptom : '';
  const reasons = nearness.parts.map(({ description }) => description).join('; ');
  const seen = `${times(episodeCount)}, last ${formatDate(lastSeenAtMs, page.nowMs)}`;
  return [
    ...paragraph(line(span(rule, 'green')), {
      width: page.width,
      lead: line(span(`${String(rank).padStart(2)}  `, 'dim')),
    }),
    ...labelled('because', [reasons, span(` (${formatShare(nearness.value)} near)`, 'dim')], page, indent),
    ...labelledText('or else', symptom, page, { indent }),
    ...labelled('happened', [seen], page, indent),
    ...labelled(
      'from',
      [`${describePrincipal(pattern.principal)}, ${trustWords[pattern.trust]}`],
      page,
      indent,
    ),
    ...labelled('pattern', [itemMark(pattern.id)], page, indent),
  ];
}
