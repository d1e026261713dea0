import * as operations from '../../api/operations.ts';
import type { Doubt, DoubtList, FailureSummary, VariantView } from '../../model/answers/failure-answers.ts';
import { type DoubtDecision, doubtDecisions } from '../../model/answers/item-answers.ts';
import { invalidArgument } from '../../model/errors.ts';
import { failedCommandOf } from '../../model/item-body.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { describeFate, describeFateInFull } from '../../wording/descriptions.ts';
import { countOf, formatCount, isoDate } from '../../wording/formats.ts';
import {
  describePrincipal,
  describeScope,
  episodeWords,
  shortUuid,
  statusWords,
  trustWords,
} from '../../wording/memory-words.ts';
import { asking } from '../ask.ts';
import {
  andMore,
  type Block,
  blank,
  bold,
  cyan,
  dim,
  field,
  fieldLines,
  indent,
  itemMark,
  listing,
  moment,
  type Part,
  row,
  steps,
  text,
  unbroken,
  yellow,
} from '../page.ts';
import type { Answer, Session } from '../session.ts';
import { putBeforePerson, showDecided } from './review.ts';

const shownEpisodes = 5;

export const failuresList = asking(operations.failures, ({ failures, count }) => {
  const [first] = failures;
  if (first === undefined)
    return text(
      bold('No failures'),
      ' are known here yet. Record the first one: ',
      cyan('npm test 2>&1 | afterwit remember "the fix" --command "npm test" --failure -'),
    );
  const isWaiting = failures.some(({ waitingCount }) => waitingCount > 0);
  return [
    text(bold(countOf(count, 'pattern of failures', 'patterns of failures')), ', last seen first'),
    blank,
    listing(
      failures.map((each) => [columnsOf(each), [each.pattern.title, notesOf(each)]]),
      { numeric: [2, 3] },
    ),
    andMore(count - failures.length, '; --limit shows more'),
    blank,
    text(
      dim('In full: '),
      cyan(`afterwit failures show ${shortUuid(first.pattern.id)}`),
      isWaiting && [dim('; to decide: '), cyan('afterwit failures review')],
    ),
  ];
});

function columnsOf({ pattern, variantCount, episodeCount, lastSeenAtMs }: FailureSummary): readonly Part[] {
  return [
    itemMark(pattern.id),
    dim(isoDate(lastSeenAtMs)),
    countOf(variantCount, 'fix', 'fixes'),
    `${formatCount(episodeCount)}×`,
  ];
}

function notesOf({ outcomes, waitingCount }: FailureSummary): Part {
  const fate = describeFate(outcomes);
  return [
    fate !== undefined && dim(`  (${fate})`),
    waitingCount > 0 && yellow(`  (${formatCount(waitingCount)} to review)`),
  ];
}

export const failuresShow = asking(operations.failure, ({ pattern, variants }) => {
  const body = pattern.body?.kind === 'pattern' ? pattern.body : undefined;
  const [first] = variants;
  const id = first && shortUuid(first.variant.id);
  return [
    unbroken(yellow(pattern.id)),
    text(bold(pattern.title)),
    indent(
      2,
      fieldLines('symptom', body?.symptom),
      fieldLines('family', [body?.family, body?.rootCause].filter(Boolean).join(', cause ')),
      fieldLines('rule', body?.preventionRule),
      field('holds', describeScope(pattern.scope)),
    ),
    blank,
    unbroken(bold(countOf(variants.length, 'variant'))),
    indent(
      2,
      variants.map((variant) => [blank, showVariant(variant)]),
    ),
    id !== undefined &&
      steps(
        'Next',
        [`afterwit show ${id}`, 'the memory itself, and its failure'],
        [`afterwit forget ${id} --dry-run`, 'what would be forgotten with it'],
      ),
  ];
});

/** One fix for one failure: its text, its outcomes, its occurrences. */
function showVariant({ variant: item, episodes, outcomes }: VariantView): Block {
  const body = item.body?.kind === 'variant' ? item.body : undefined;
  return [
    row([itemMark(item.id), '  '], bold(item.title)),
    indent(
      2,
      fieldLines('fix', item.content, 'green'),
      fieldLines('command', failedCommandOf(body)),
      fieldLines('check', body?.verification),
      fieldLines('if', body?.appliesWhen?.join('; ')),
      fieldLines('not if', body?.notWhen?.join('; ')),
      field('fared', describeFateInFull(outcomes)),
      field('from', `${describePrincipal(item.principal)}, ${trustWords[item.trust]}`),
      field('state', stateOf(item)),
      field('met', countOf(episodes.length, 'time')),
      indent(2, episodes.slice(0, shownEpisodes).map(showEpisode)),
      episodes.length > shownEpisodes && unbroken('  ', dim('…')),
    ),
  ];
}

function stateOf({ status, quarantined, supersededById }: MemoryItem): Part {
  const successor = supersededById !== undefined && ['; see ', itemMark(supersededById)];
  if (status !== 'active') return [yellow(statusWords[status]), successor];
  return quarantined && yellow('waits for a person');
}

function showEpisode({ id, body, createdAtMs, principal, relatedItems }: MemoryItem): Block {
  const outcome = body?.kind === 'episode' ? episodeWords[body.outcome] : '';
  const cause = relatedItems.find(({ relation }) => relation === 'caused_by');
  const came = cause === undefined ? '' : `; came of the fix ${shortUuid(cause.id)}`;
  return row(
    [itemMark(id), '  '],
    dim(moment(createdAtMs), `; ${describePrincipal(principal)}; ${outcome}${came}`),
  );
}

const listDoubts = asking({ ...operations.doubts, terminal: undefined }, showDoubts);

export async function failuresReview(session: Session): Promise<Answer> {
  const [id, word] = session.arguments;
  if (id === undefined) return await listDoubts(session);
  const decision = doubtDecisions.find((known) => known === word);
  if (decision === undefined)
    throw invalidArgument(
      `The decision about ${JSON.stringify(id.slice(0, 80))} is missing. Add one of ${doubtDecisions.join(', ')}; afterwit failures review shows both sides.`,
    );
  // A memory turned down is believed no more than before, so it need not be read.
  const { refused, reading } = decision === 'reject' ? {} : await putBeforePerson(session, id, decision);
  if (refused !== undefined)
    return { value: refused, shown: showDecided('Not decided', 'it is as it was', refused) };
  const value = await (await session.home()).decideDoubt(
    id,
    decision,
    ...(reading === undefined ? [] : [reading]),
  );
  return { value, shown: [text(bold(effects[decision]), itemMark(value.id)), indent(2, text(value.title))] };
}

const effects: Readonly<Record<DoubtDecision, string>> = {
  merge: 'Merged; its evidence now belongs to ',
  split: 'Kept as a separate variant: ',
  supersede: 'The new fix replaced the known one: ',
  reject: 'Rejected; it is archived and not shown again: ',
};

const questions: Readonly<Record<Doubt['kind'], string>> = {
  merge: 'may be a known failure',
  contradiction: 'gives another fix for a known failure',
};

/** Each doubt with both variants. */
function showDoubts({ doubts, elsewhere = 0 }: DoubtList): Block {
  const [first] = doubts;
  const others =
    elsewhere > 0 && text(dim(`${formatCount(elsewhere)} in other repositories; --all shows them`));
  if (first === undefined) return [text(bold('Nothing is in doubt'), ': no fix waits for a person.'), others];
  const decide = `afterwit failures review ${shortUuid(first.variant.variant.id)}`;
  return [
    text(bold(countOf(doubts.length, 'fix waits', 'fixes wait')), ' for a person, longest waiting first'),
    others,
    doubts.map(({ kind, variant, known }) => [
      blank,
      text(yellow('New'), `: ${questions[kind]}`),
      indent(2, showVariant(variant)),
      known === undefined
        ? text(bold('Known'), ': forgotten since')
        : [unbroken(bold('Known')), indent(2, showVariant(known))],
    ]),
    steps(
      'Decide',
      first.kind === 'merge' && [`${decide} merge`, 'it is the known one'],
      [`${decide} split`, 'both are right, each for its own case'],
      [`${decide} supersede`, 'the new one replaces the known one'],
      [`${decide} reject`, 'the new one is wrong'],
    ),
  ];
}
