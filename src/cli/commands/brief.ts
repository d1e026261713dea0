import * as operations from '../../api/operations.ts';
import {
  type Brief,
  type BriefType,
  briefTypes,
  type Guardrail,
  type RecalledMemory,
} from '../../model/answers/recollection.ts';
import type { MemoryCard } from '../../model/card.ts';
import { describeReason, times } from '../../wording/descriptions.ts';
import { countOf, formatCount, formatShare } from '../../wording/formats.ts';
import {
  briefTitles,
  describePrincipal,
  ruleTitle,
  saidOrConfirmed,
  shortUuid,
  trustWords,
} from '../../wording/memory-words.ts';
import { asking } from '../ask.ts';
import {
  type Block,
  blank,
  bold,
  cyan,
  date,
  dim,
  field,
  fieldLines,
  green,
  indent,
  itemMark,
  type Part,
  red,
  row,
  section,
  shortId,
  steps,
  text,
  title,
  unrecorded,
  yellow,
} from '../page.ts';
import type { Answer, RunCommand } from '../session.ts';

/** With `--pack`, the text that an agent would get. */
function orPack(run: RunCommand): RunCommand {
  return async (session): Promise<Answer> => {
    const answer = await run(session);
    const { pack } = answer.value as Pick<Brief, 'pack'>;
    return session.options.pack ? { ...answer, verbatim: pack.text } : answer;
  };
}

export const brief = orPack(
  asking(operations.brief, (answer) => [
    showVerdict(answer),
    showEntries(answer),
    showRest(answer),
    answer.lately.length > 0 && [blank, showSessions(answer.lately, 'From earlier sessions')],
    showSteps(answer),
  ]),
);

export const sessions = asking(operations.sessions, ({ lines }) => showSessions(lines));

function showSessions(said: readonly string[], heading = 'The last sessions here'): Block {
  return (
    said.length > 0 && [
      text(bold(heading)),
      indent(
        2,
        said.map((each) => text(each)),
      ),
    ]
  );
}

/** The memories of a brief under the names of their kinds. */
function showEntries({ memories }: Brief): Block {
  return sectionsOf(memories).map(([type, ofType]) => [title(briefTitles[type]), ofType.map(showEntry)]);
}

function showVerdict({ kind, memories, pack, reason, leftOut }: Brief): Block {
  if (kind === 'nothing_known') {
    const why = reason ?? 'no constraint, decision, open task or preference holds here';
    return text(bold('Nothing is known'), ` that a plan must heed: ${why}.`);
  }
  if (kind === 'abstained') {
    const reasons = new Set(leftOut.flatMap((one) => one.reasons));
    const said = [...reasons].map((one) => describeReason(one, undefined)).join('; ');
    return text(bold('Nothing is shown'), `: ${said}.`);
  }
  const room = `${formatCount(pack.tokens)} of ${countOf(pack.budgetTokens, 'token')}`;
  return text(
    bold(countOf(memories.length, 'memory', 'memories')),
    ` to heed before a plan, the newest of each kind first; ${room}.`,
  );
}

/** A replaced memory follows its successor, whatever its kind was. */
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

function showEntry({ item, card, warnings }: RecalledMemory): Block {
  const { principal, trust, confirmedOn } = card.provenance;
  const superseded =
    card.supersededById === undefined ? '' : `; SUPERSEDED by ${shortUuid(card.supersededById)}`;
  const from = `${describePrincipal(principal)}, ${trustWords[trust]}; ${saidOrConfirmed(trust)} ${confirmedOn}${superseded}`;
  return [
    row(['  ', itemMark(item.id), '  '], card.actionHint),
    indent(
      12,
      card.trigger && text(dim(`about ${card.trigger}`)),
      text(dim(from)),
      warnings
        // The source says already that it is unconfirmed.
        .filter((reason) => reason !== 'unverified' && reason !== 'not_active')
        .map((reason) => text(yellow(`! ${describeReason(reason, item)}`))),
    ),
  ];
}

function showRest({ others, waiting }: Brief): Block {
  const counts = briefTypes.flatMap((type) => {
    const count = others[type];
    return count === undefined ? [] : [`${briefTitles[type].toLowerCase()}: ${formatCount(count)}`];
  });
  return [
    counts.length > 0 && [blank, text(dim(`Not shown, ${counts.join(', ')}: a larger --budget, or a text.`))],
    waiting > 0 && text(dim(`Waiting for a person: ${formatCount(waiting)} (afterwit review).`)),
  ];
}

function showSteps({ decisionId, recorded, memories, kind }: Brief): Block {
  if (!recorded) return unrecorded('brief');
  if (kind === 'nothing_known')
    return steps(
      'To know more',
      ['afterwit import-rules', 'the rules that stand in files'],
      ['afterwit remember --type decision "…"', 'what was decided'],
    );
  const id = shortUuid(decisionId);
  const [first] = memories;
  return steps(
    `Decision ${id}`,
    [`afterwit why ${id}`, 'what was left out, and why'],
    first !== undefined && [
      `afterwit feedback ${id} false_positive --item ${shortUuid(first.item.id)}`,
      'that one was irrelevant',
    ],
  );
}

export const forFile = orPack(
  asking(operations.forFile, ({ path, brief: known, guardrails: rules, changes, coupled }) => {
    if (known.memories.length + rules.length + changes.length + coupled.length === 0)
      return text(bold('Nothing is known'), ` about ${path}.`);
    const entry = (lead: Part, ...said: readonly Part[]) => row(['  ', lead, '  '], ...said);
    return [
      text(dim('To know before you edit '), bold(path)),
      showEntries(known),
      section(
        ruleTitle,
        rules.map(({ rule, pattern }) => entry(itemMark(pattern.id), rule)),
      ),
      section(
        'What changes with it',
        coupled.map((file) => entry(dim(formatShare(file.share).padStart(4)), file.path)),
      ),
      section(
        'Fixes and reverts (unconfirmed text of the history)',
        changes.map(({ id, subject, committedOn, revertedBy, repeatedBy = [] }) =>
          entry(
            [shortId(id), dim(`  ${committedOn}`)],
            subject,
            revertedBy !== undefined && [red(' reverted by '), shortId(revertedBy)],
            repeatedBy.length > 0 && dim(` (the same in ${repeatedBy.length} more)`),
          ),
        ),
      ),
    ];
  }),
);

export const guardrails = asking(operations.guardrails, ({ guardrails: rules, constraints }) => {
  if (rules.length + constraints.length === 0) return text(bold('No rule is known'), ' that applies here.');
  return [
    constraints.length > 0 && [
      text(bold(countOf(constraints.length, 'constraint')), ' about these files.'),
      blank,
      constraints.map(showConstraint),
      rules.length > 0 && blank,
    ],
    showRules(rules),
  ];
});

function showConstraint({
  itemId,
  actionHint,
  provenance: { principal, trust, confirmedOn },
}: MemoryCard): Block {
  return [
    row(['  ', itemMark(itemId), '  '], green(actionHint)),
    indent(12, text(dim(`${describePrincipal(principal)}, ${saidOrConfirmed(trust)} ${confirmedOn}`))),
  ];
}

function showRules(rules: readonly Guardrail[]): Block {
  const [first] = rules;
  if (first === undefined) return undefined;
  return [
    text(bold(countOf(rules.length, 'rule')), ' from failures near this, nearest first.'),
    rules.map((rule, at) => [blank, showRule(rule, at + 1)]),
    blank,
    text(dim('The failures: '), cyan(`afterwit failures show ${shortUuid(first.pattern.id)}`)),
  ];
}

function showRule({ rule, pattern, nearness, episodeCount, lastSeenAtMs }: Guardrail, rank: number): Block {
  const reasons = nearness.parts.map(({ description }) => description).join('; ');
  return [
    row(dim(`${String(rank).padStart(2)}  `), green(rule)),
    indent(
      4,
      field('because', reasons, dim(` (${formatShare(nearness.value)} near)`)),
      fieldLines('or else', pattern.body?.kind === 'pattern' ? pattern.body.symptom : ''),
      field('happened', `${times(episodeCount)}, last `, date(lastSeenAtMs)),
      field('from', `${describePrincipal(pattern.principal)}, ${trustWords[pattern.trust]}`),
      field('pattern', itemMark(pattern.id)),
    ),
  ];
}
