import type { RecallRequest } from '../../api/inputs.ts';
import * as operations from '../../api/operations.ts';
import type {
  LeftOutMemory,
  RecalledCommit,
  RecalledExperience,
  RecalledMemory,
  RecalledPlace,
  RecalledSummary,
  Recollection,
} from '../../model/answers/recollection.ts';
import { AfterwitError, invalidArgument } from '../../model/errors.ts';
import { describeReason, describeReasons } from '../../wording/descriptions.ts';
import { countOf, formatCount, formatShare } from '../../wording/formats.ts';
import {
  describePrincipal,
  saidOrConfirmed,
  shortUuid,
  strengthWords,
  taskOutcomeWords,
  trustWords,
} from '../../wording/memory-words.ts';
import { describedFailure, inputOf } from '../ask.ts';
import { flagOf, offeredFields } from '../command-line/command.ts';
import {
  age,
  type Block,
  blank,
  bold,
  cutTo,
  dim,
  field,
  fieldLines,
  indent,
  itemMark,
  row,
  type Step,
  steps,
  text,
  unbroken,
  unrecorded,
  warning,
  whenShown,
} from '../page.ts';
import { checkStandardInput, openInput, readWhole } from '../read-input.ts';
import type { Answer, Session } from '../session.ts';
import { describeEvidence, describeFailure, describeMatch } from './failure-words.ts';

const shownLeftOut = 8;
const example = 'afterwit recall "how are releases made"';
const requestLimit = {
  maximumBytes: 16_000_000,
  tooLong: 'The request is longer than 16 MB. Cut the output of the failure to its beginning and its end.',
};

export async function recall(session: Session): Promise<Answer> {
  const request = await readRequest(session);
  const memory = await session.memory();
  const value = await memory.recall(request);
  const verbatim = session.options.pack ? value.pack.text : undefined;
  return {
    value,
    shown: whenShown(() => showRecollection(value)),
    ...(verbatim === undefined ? {} : { verbatim }),
  };
}

/**
 * The recall request, from the words and options of the command line or as a whole from `--request`.
 * @throws INVALID_ARGUMENT, TEXT_TOO_LARGE
 */
async function readRequest(session: Session): Promise<RecallRequest> {
  const { request: path } = session.options;
  if (path !== undefined) return await readWholeRequest(session, path);
  const request = await inputOf(operations.recall, session);
  if (request.query !== undefined || describedFailure(request.failure) !== undefined) return request;
  throw invalidArgument(
    `The query is missing. Give it in words, as in: ${example}; or give a failure with --command or --failure.`,
  );
}

async function readWholeRequest(session: Session, path: string): Promise<RecallRequest> {
  const [said] = session.arguments;
  const values: Readonly<Record<string, unknown>> = session.options;
  const beside = offeredFields(operations.recall).find(({ option }) => values[option] !== undefined);
  if (said !== undefined || beside !== undefined)
    throw invalidArgument(
      `${beside === undefined ? 'A text' : flagOf(beside.option)} cannot be combined with --request. Put everything into the request, or leave --request out.`,
    );
  checkStandardInput([path]);
  return parseRequest(await readWhole(openInput(path, session), requestLimit));
}

/** The speaker is left out: it is taken from the environment, never from the request. */
async function parseRequest(json: string): Promise<RecallRequest> {
  const { speaker: _, ...fields } = operations.recall.input;
  const { readInput } = await import('../../api/check-input.ts');
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      'The request of --request is not JSON. A request that would do: {"query": "how are releases made"}.',
      { cause },
    );
  }
  return readInput('--request', fields, value, { strict: true, older: true }) as RecallRequest;
}

export function showRecollection(recollection: Recollection): Block {
  const { match, failure, memories } = recollection;
  return [
    describeMatch(match),
    showVerdict(recollection),
    memories.length === 0 && failure !== undefined && describeFailure(failure),
    memories.map((memory, at) => [blank, showRecalled(memory, at + 1)]),
    showBeside(recollection),
    showLeftOut(recollection.leftOut),
    showDecision(recollection),
  ];
}

function showVerdict({ kind, level, memories, leftOut, pack, reason, experiences }: Recollection): Block {
  if (kind === 'nothing_known') {
    if (experiences !== undefined && memories.length === 0)
      return text(bold('No memory'), ' is about this; earlier work may be.');
    const why = reason === undefined ? '' : `: ${reason}`;
    const near = memories.length === 0 ? '' : ' What is remembered near it:';
    return text(bold('Nothing is known'), ` about this${why}.${near}`);
  }
  if (kind === 'abstained') {
    const known = `${countOf(leftOut.length, 'memory', 'memories')} may be relevant, but none is safe or useful enough.`;
    return text(bold('Nothing is shown'), `: ${known}`);
  }
  if (level === 'perhaps')
    return text(bold('Nothing is clearly about this'), '; these may be. `afterwit show` tells one whole.');
  const room = `${formatCount(pack.tokens)} of ${countOf(pack.budgetTokens, 'token')}`;
  const verb = memories.length === 1 ? 'bears' : 'bear';
  return text(bold(countOf(memories.length, 'memory', 'memories')), ` ${verb} on this, best first; ${room}.`);
}

function showRecalled(memory: RecalledMemory, rank: number): Block {
  const { item, card, evidence, strength, relevance, level, confidence, warnings } = memory;
  const mark = dim(`${String(rank).padStart(2)}  `);
  if (level === 'perhaps')
    return row([mark, itemMark(item.id), '  '], dim('perhaps: '), item.title, dim(` (${card.evidence})`));
  const fit =
    confidence === undefined
      ? `${strengthWords[strength]}; words match ${formatShare(relevance)}`
      : `likely ${formatShare(confidence)}`;
  return [
    row(mark, bold(card.trigger)),
    indent(
      4,
      fieldLines('but', card.caveat, 'yellow'),
      fieldLines('do', card.actionHint, 'green'),
      fieldLines('or else', card.failureIfIgnored),
      fieldLines('because', card.evidence),
      describeEvidence(evidence),
      showProvenance(memory),
      warnings.map((reason) => warning(describeReason(reason, item))),
      field('memory', itemMark(item.id), `  ${fit}`),
    ),
  ];
}

function showProvenance({ card }: RecalledMemory): Block {
  const { principal, trust, confirmedOn } = card.provenance;
  const confirmedAtMs = Date.parse(confirmedOn);
  return field(
    'from',
    `${describePrincipal(principal)}, ${trustWords[trust]}; ${saidOrConfirmed(trust)} `,
    !Number.isNaN(confirmedAtMs) && [age(confirmedAtMs), ', '],
    confirmedOn,
  );
}

/** Commits and files, those with the surest of them first. */
function showBeside(recollection: Recollection): Block {
  const { units, experiences = [], commits = [], places = [], summaries = [] } = recollection;
  const first = units.find(({ bank }) => bank === 'commits' || bank === 'files');
  const ofCode = [showPlaces(places), showSummaries(summaries)];
  const ofHistory = showCommits(commits);
  return [showExperiences(experiences), first?.bank === 'files' ? [ofCode, ofHistory] : [ofHistory, ofCode]];
}

/** Earlier tasks out of transcripts: offered, never a vouched memory. */
function showExperiences(experiences: readonly RecalledExperience[]): Block {
  return showBank(
    'Worked on before',
    'unconfirmed text of transcripts',
    experiences.map((one) => [
      row('  ', itemMark(one.id), '  ', one.title),
      indent(
        4,
        field('likely', `${formatShare(one.confidence)}, ${one.doneOn}; ${taskOutcomeWords[one.outcome]}`),
        fieldLines('changed', one.files.join(', ')),
        fieldLines('in', one.functions.join(', ')),
        fieldLines('commits', one.commits.join('; ')),
        fieldLines('passed', one.passed.join('; ')),
        fieldLines('in vain', one.triedInVain.join('; ')),
      ),
    ]),
  );
}

function showBank(name: string, note: string, entries: readonly Block[]): Block {
  return entries.length > 0 && [blank, unbroken(bold(name), dim(` (${note})`)), entries];
}

/** Commits come from the history: offered, never a memory. */
function showCommits(commits: readonly RecalledCommit[]): Block {
  return showBank(
    'Commits that may bear on it',
    'unconfirmed text of the history',
    commits.map(({ id, subject, passage, committedOn, confidence }) => [
      row(dim(`  ${id.slice(0, 12)}  `), subject),
      indent(4, field('likely', `${formatShare(confidence)}, ${committedOn}`), fieldLines('says', passage)),
    ]),
  );
}

/** Files are offered where no memory answers. */
function showPlaces(places: readonly RecalledPlace[]): Block {
  return showBank(
    'Where to look in the code',
    'nothing that is remembered answers this',
    places.map(({ path, functions, confidence }) => [
      row('  ', path),
      indent(4, field('likely', formatShare(confidence)), fieldLines('see', functions.join(', '))),
    ]),
  );
}

/** Shown beside the places, or where none is likely enough. */
function showSummaries(summaries: readonly RecalledSummary[]): Block {
  return showBank(
    'What files are for',
    'unconfirmed text of the code',
    summaries.map(({ path, purpose, confidence }) => [
      row('  ', path),
      indent(4, field('likely', formatShare(confidence)), fieldLines('is for', purpose)),
    ]),
  );
}

function showLeftOut(leftOut: readonly LeftOutMemory[]): Block {
  if (leftOut.length === 0) return undefined;
  return [
    blank,
    unbroken(dim('Left out')),
    cutTo(shownLeftOut, leftOut, '; afterwit why lists them all', ({ item, reasons }) =>
      row(dim(`  ${shortUuid(item.id)}  `), dim(`${item.title}: ${describeReasons(reasons, item)}`)),
    ),
  ];
}

function showDecision(recollection: Recollection): Block {
  const { decisionId, recorded, memories } = recollection;
  const id = shortUuid(decisionId);
  if (!recorded) return unrecorded('decision');
  const why = memories.length > 0 ? 'why this was shown' : 'why nothing was shown';
  return steps(`Decision ${id}`, [`afterwit why ${id}`, why], ...feedbackSteps(recollection));
}

function feedbackSteps({ kind, memories, decisionId, failure }: Recollection): readonly Step[] {
  const feedback = `afterwit feedback ${shortUuid(decisionId)}`;
  const [first, second] = memories;
  if (first !== undefined) {
    const item = second === undefined ? '' : ` --item ${shortUuid(first.item.id)}`;
    return [
      [`${feedback} verified${item}`, 'it helped'],
      ...(failure === undefined ? [] : [[`${feedback} rejected${item}`, 'it did not help'] as const]),
      [`${feedback} false_positive${item}`, 'it was irrelevant'],
    ];
  }
  if (kind === 'abstained') return [[`${feedback} missed`, 'one of these would have helped']];
  return failure === undefined
    ? [['afterwit remember "…"', 'once you know']]
    : [['afterwit remember "the fix" --failure LOG', 'once you know what fixes it']];
}
