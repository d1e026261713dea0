import type { MemoryHome } from '../../api/home.ts';
import type { RecallRequest } from '../../api/inputs.ts';
import { recall } from '../../api/operations/recall.ts';
import type { FailureView, VariantView } from '../../model/answers/failure-answers.ts';
import type { RecalledMemory, Recollection } from '../../model/answers/recollection.ts';
import { AfterwitError, isAfterwitError } from '../../model/errors.ts';
import type { EvidencePoint, MatchStatus } from '../../model/evidence.ts';
import { redact } from '../../redaction/redact.ts';
import { describeFateInFull } from '../../wording/describe-fate.ts';
import { describeMeetings } from '../../wording/describe-meetings.ts';
import { describeReason } from '../../wording/describe-reason.ts';
import { isoDate } from '../../wording/format-date.ts';
import { formatShare } from '../../wording/format-number.ts';
import { describePrincipal, saidOrConfirmed, trustWords } from '../../wording/memory-words.ts';
import { shortUuid } from '../../wording/short-uuid.ts';
import { inputOf } from '../input/input-of.ts';
import { checkStandardInput, readLog } from '../input/read-input.ts';
import {
  age,
  type Block,
  blank,
  bold,
  dim,
  field,
  fieldLines,
  green,
  indent,
  itemMark,
  joined,
  type Part,
  row,
  type Step,
  steps,
  text,
  title,
  unbroken,
  warning,
  whenShown,
  yellow,
} from '../page.ts';
import type { Answer, Session } from '../session.ts';
import { shellWord } from '../shell-word.ts';
import { describeFailure, tellApart } from './match-clues.ts';

/** Few enough fixes to compare side by side. */
const defaultTopK = 3;

const verdicts: Readonly<Record<MatchStatus, Part>> = {
  match: green('Seen before'),
  ambiguous: yellow('Perhaps seen before'),
  abstain: bold('Not known'),
};

/** Number of fixes shown: one for a clear match; none when nothing matches, so that no wrong fix is followed. */
const shownOf: Readonly<Record<MatchStatus, number>> = { match: 1, ambiguous: 3, abstain: 0 };

/** Reason to show when the recall gives none. */
const unexplained: Readonly<Record<MatchStatus, string>> = {
  match: 'a memory is about this failure',
  ambiguous: 'a memory is similar to this failure',
  abstain: 'no memory is about this failure',
};

/** How sure it is, then the fix and why, or what was understood and that nothing fits. */
export async function match(session: Session): Promise<Answer> {
  const request = await readRequest(session);
  const memory = await session.memory();
  const value = await memory.recall(request);
  const views = session.options.json ? [] : await viewsOf(value.memories, await session.home());
  const status = statusOf(value);
  const command = plainCommand(request.failure?.command);
  return { value, shown: whenShown(() => showMatch(value, views, status, command)) };
}

function showMatch(
  value: Recollection,
  views: readonly VariantView[],
  status: MatchStatus,
  command: string | undefined,
): Block {
  const candidates = value.memories.slice(0, shownOf[status]);
  return [
    showVerdict(value, status),
    status === 'abstain' && showUnderstood(value),
    candidates.map((each, at) => {
      const view = views.find(({ variant }) => variant.id === each.item.id);
      return [
        blank,
        showCandidate(each, candidates.length > 1 ? `${String(at + 1).padStart(2)}  ` : '    ', view),
      ];
    }),
    status === 'ambiguous' && tellApart(candidates),
    showOthers(value, candidates.length),
    showSteps(value, status, command),
  ];
}

/**
 * The failure to match: a log from FILE or standard input, with the options that describe it.
 * @throws INVALID_ARGUMENT when it describes no failure
 */
async function readRequest(session: Session): Promise<RecallRequest> {
  const [path] = session.arguments;
  // The log is named without a flag.
  const { failure, files, topK = defaultTopK } = await inputOf({ ...recall, terminal: undefined }, session);
  // On a terminal without a log, the command would wait for keyboard input.
  const log = path ?? (session.options.stack === '-' || session.stdin.isTTY === true ? undefined : '-');
  checkStandardInput([log, session.options.stack]);
  const output = log === undefined ? '' : await readLog(log, session);
  if (output.trim() === '' && (failure?.stack ?? '').trim() === '' && failure?.command === undefined)
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      'There is no failure to match: the log is empty. Pipe in what the command printed, as in: npm test 2>&1 | afterwit match --command "npm test".',
    );
  const [happenedIn] = files ?? [];
  return { failure: { ...failure, output, file: happenedIn }, files, topK };
}

/** Occurrences and outcomes of each candidate. */
async function viewsOf(
  memories: readonly RecalledMemory[],
  home: MemoryHome,
): Promise<readonly VariantView[]> {
  const variants = memories.filter(({ item }) => item.body?.kind === 'variant');
  const failures = await Promise.all(variants.map(({ item }) => viewOf(item.id, home)));
  return failures.flatMap((failure) => failure?.variants ?? []);
}

/** A memory that was forgotten in the meantime must not prevent the answer. */
async function viewOf(id: string, home: MemoryHome): Promise<FailureView | undefined> {
  try {
    return await home.failure(id);
  } catch (fault) {
    if (isAfterwitError(fault) && fault.code === 'ITEM_NOT_FOUND') return undefined;
    throw fault;
  }
}

/** The command to show in an answer; undefined when it contains a secret. */
function plainCommand(command: string | undefined): string | undefined {
  return command !== undefined && redact(command) === command ? command : undefined;
}

/** Without a status, as for a memory found by words alone, a memory is only a candidate. */
function statusOf({ match: found, memories }: Recollection): MatchStatus {
  return found?.status ?? (memories.length > 0 ? 'ambiguous' : 'abstain');
}

function showVerdict({ match: found }: Recollection, status: MatchStatus): Block {
  const score = found === undefined || status === 'abstain' ? '' : ` (${formatShare(found.topScore)} alike)`;
  const reason = found?.reason.replace(/[.]$/, '') ?? unexplained[status];
  return text(verdicts[status], `${score}: ${reason}.`);
}

function showUnderstood({ failure }: Recollection): Block {
  if (failure === undefined) return undefined;
  const said = describeFailure(failure);
  return said.length === 0
    ? [blank, text('The log does not say what failed.')]
    : [title('What the failure says'), indent(2, said)];
}

function showCandidate(memory: RecalledMemory, lead: string, view: VariantView | undefined): Block {
  const { item, evidence, outcomes = {}, warnings } = memory;
  const { id, principal, trust, updatedAtMs } = item;
  const variant = item.body?.kind === 'variant' ? item.body : undefined;
  return [
    row(dim(lead), bold(item.title)),
    indent(
      4,
      fieldLines('fix', item.content, 'green'),
      field('because', pointsOf(evidence?.agrees ?? [])),
      field('but', pointsOf(evidence?.differs ?? [], yellow)),
      fieldLines('check', variant?.verification),
      field('if', joined(variant?.appliesWhen ?? [], '; ')),
      field('not if', joined(variant?.notWhen ?? [], '; ')),
      field('fared', describeFateInFull(outcomes)),
      view !== undefined && field('met', ({ nowMs }) => describeMeetings(view, nowMs)),
      field(
        'from',
        `${describePrincipal(principal)}, ${trustWords[trust]}; ${saidOrConfirmed(trust)} `,
        age(updatedAtMs),
        `, ${isoDate(updatedAtMs)}`,
      ),
      warnings.map((reason) => warning(describeReason(reason, item))),
      field('memory', itemMark(id)),
    ),
  ];
}

const pointLabels: Readonly<Partial<Record<EvidencePoint['aspect'], string>>> = {
  command: 'command ',
  file: 'file ',
  stack: 'stack at ',
  family: 'family ',
};

function pointsOf(points: readonly EvidencePoint[], style: (said: string) => Part = (said) => said) {
  return joined(
    points.map(({ aspect, words }) => style(`${pointLabels[aspect] ?? ''}${words}`)),
    '; ',
  );
}

/** The other memories are only named; `afterwit show` prints them. */
function showOthers({ memories }: Recollection, shown: number): Block {
  const others = memories.slice(shown);
  if (others.length === 0) return undefined;
  return [
    blank,
    unbroken(dim('Less similar; afterwit show prints each in full')),
    others.map(({ item }) => row(dim(`  ${shortUuid(item.id)}  `), dim(item.title))),
  ];
}

/** Gives feedback, or records the fix once it is found. */
function showSteps(recollection: Recollection, status: MatchStatus, command: string | undefined): Block {
  const { decisionId, recorded, memories } = recollection;
  const id = shortUuid(decisionId);
  if (!recorded)
    return [
      blank,
      text(
        yellow(
          'The decision could not be recorded, so feedback about it is not possible. afterwit doctor says more.',
        ),
      ),
    ];
  return steps(
    `Decision ${id}`,
    ...(status === 'abstain' ? [] : feedbackSteps(recollection)),
    status !== 'match' && [recordCommand(command), 'once you know what fixes it'],
    [`afterwit why ${id}`, memories.length > 0 ? 'why this was shown' : 'why nothing was shown'],
  );
}

function feedbackSteps({ decisionId, memories }: Recollection): readonly Step[] {
  const [first, second] = memories;
  if (first === undefined) return [];
  const item = second === undefined ? '' : ` --item ${shortUuid(first.item.id)}`;
  const feedback = `afterwit feedback ${shortUuid(decisionId)}`;
  return [
    [`${feedback} verified${item}`, 'it helped, and the command passes'],
    [`${feedback} rejected${item}`, 'it did not help'],
    [`${feedback} false_positive${item}`, 'it is about something else'],
  ];
}

function recordCommand(command: string | undefined): string {
  if (command === undefined) return 'afterwit remember "the fix" --failure LOG';
  const isPiped = /[|;&<>\n]/.test(command);
  const pipe = isPiped ? '' : `${command} 2>&1 | `;
  return `${pipe}afterwit remember "the fix" --command ${shellWord(command)} --failure ${isPiped ? 'LOG' : '-'}`;
}
