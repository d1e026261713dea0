import type { MineSessionsOptions } from '../../api/inputs.ts';
import type { Memory } from '../../api/memory.ts';
import * as operations from '../../api/operations.ts';
import type { RuleFate } from '../../model/answers/exchange-report.ts';
import { setupAgents } from '../../model/answers/setup-report.ts';
import { invalidArgument } from '../../model/errors.ts';
import type {
  MinedLesson,
  MiningConsent,
  MiningPlan,
  MiningReport,
  TranscriptCount,
} from '../../model/session.ts';
import { countOf, formatBytes, formatCount, formatDuration } from '../../wording/formats.ts';
import { ask, asking, inputOf } from '../ask.ts';
import { isYes } from '../ask-person.ts';
import {
  type Block,
  blank,
  bold,
  cutTo,
  cyan,
  date,
  dim,
  field,
  indent,
  itemMark,
  lines,
  moment,
  type Part,
  row,
  type Step,
  steps,
  text,
  unbroken,
  yellow,
} from '../page.ts';
import type { Answer, Session } from '../session.ts';
import { showPrompt } from './models.ts';

const shownLessons = 20;
/** Bytes of transcripts read and kept in a second, on a machine that does little else. */
const readInSecond = 5_000_000;

export async function mineSessions(session: Session): Promise<Answer> {
  const { preview = false, ...request } = await inputOf(operations.mineSessions, session);
  const memory = await session.memory();
  if (!preview) await requireConsent(session, memory, await memory.planMining(request));
  return await mine(session, { ...request, preview });
}

async function mine(session: Session, request: MineSessionsOptions): Promise<Answer> {
  const report = await ask(operations.mineSessions, request, session);
  return { value: report, shown: showMined(report) };
}

/** Where there is nothing to read, nothing is refused. */
async function requireConsent(session: Session, memory: Memory, plan: MiningPlan): Promise<void> {
  if (plan.consent === 'yes') return;
  const consent = await askForConsent(session, memory, plan);
  if (consent === 'yes' || plan.transcripts.length === 0) return;
  throw invalidArgument(
    consent === 'no'
      ? 'Nothing was read. Run the command with --dry-run to see what would be learned.'
      : `Nothing was read: a person has to say yes at a terminal first. See with --dry-run what would be learned from ${describePlan(plan)}.`,
  );
}

/**
 * Asks whether sessions here may be read, and keeps the answer. Only a person at a terminal can give it, also
 * with `--yes`.
 * @returns nothing where the answer was neither yes nor no
 */
async function askForConsent(
  { options, ask: question, isPerson }: Session,
  memory: Memory,
  plan: MiningPlan,
): Promise<MiningConsent | undefined> {
  const answer = () => (options.json ? undefined : question(questionAbout(plan)));
  const said = options.yes ? 'yes' : answer();
  const consent = isYes(said) ? 'yes' : said?.toLowerCase() === 'no' ? 'no' : undefined;
  if (consent === undefined || (consent === 'yes' && !isPerson())) return undefined;
  await memory.keepMiningConsent(consent);
  return consent;
}

/** The question of `mine-sessions`, put once; an answered one is not put again. Existing sessions are read at once. */
export async function offerToRead(session: Session): Promise<readonly Answer[]> {
  const memory = await session.memory();
  const plan = await memory.planMining({});
  if (plan.consent !== 'not_asked') return [];
  const consent = await askForConsent(session, memory, plan);
  if (consent !== 'yes') return [];
  return [plan.transcripts.length === 0 ? readLater : await mine(session, {})];
}

const readLater: Answer = {
  value: undefined,
  shown: text('Sessions here are read from now on when they pause or end; `afterwit pause` stops it.'),
};

/** `2 transcripts of Claude Code (3.5 MB, about 1 second)`. */
function describePlan({ transcripts }: MiningPlan): string {
  const bytes = transcripts.reduce((sum, count) => sum + count.bytes, 0);
  const seconds = Math.max(1, Math.round(bytes / readInSecond));
  return `${describeTranscripts(transcripts)} (${formatBytes(bytes)}, about ${countOf(seconds, 'second')})`;
}

/** Asks whether these sessions may be read, and says their use. */
function questionAbout(plan: MiningPlan): string {
  const read =
    plan.transcripts.length === 0
      ? 'the sessions of agents in this repository, whenever one pauses or ends'
      : `the sessions of agents in this repository: ${describePlan(plan)} now, and later ones when they pause or end`;
  return [
    `May afterwit read ${read}?`,
    `It keeps failures with what fixed them, rules that you stated, and what you asked for with what was changed for it. Secrets are removed first; ${leaving(plan)}.`,
    'Type yes or no: ',
  ].join('\n');
}

function leaving({ told }: MiningPlan): string {
  return told === undefined
    ? 'nothing leaves this machine'
    : `${told} is told up to twelve messages of yours a session, and nothing else leaves this machine`;
}

function showMined(report: MiningReport): Block {
  const { preview, transcripts, lessons, taskCount } = report;
  if (transcripts.length === 0) return showNone(report);
  const tasks =
    taskCount === 0
      ? ''
      : ` ${countOf(taskCount, 'task')} ${preview ? 'would be' : 'are'} kept as experience.`;
  const fresh = onceEach(lessons.filter(({ fate }) => fate !== 'known'));
  const shown = fresh.slice(-shownLessons);
  return [
    text(
      bold(`${countOf(fresh.length, 'lesson')} ${preview ? 'would be learned' : 'learned'}`),
      ` from ${describeTranscripts(transcripts)}.${tasks}`,
    ),
    text(dim(describeReading(report))),
    showRelative(report),
    fresh.length > shown.length && [blank, unbroken(dim(`The last ${shownLessons}; --json has all of them`))],
    shown.map((lesson) => [blank, showLesson(lesson)]),
    showExtraction(report),
    showSkipped(report),
    steps('Next', ...nextOf(report, fresh)),
  ];
}

/** Shows the messages told to a language model; before they are, the prompts word for word. */
function showExtraction({ extraction }: MiningReport): Block {
  if (extraction === undefined) return undefined;
  const { model, messages, calls, statements, fault, prompts = [] } = extraction;
  const came =
    fault === undefined ? `, ${countOf(statements, 'statement')} found` : `; no answer at last: ${fault}`;
  return [
    blank,
    prompts.length === 0
      ? text(
          dim(`${model} was told ${countOf(messages, 'message')} in ${countOf(calls, 'question')}${came}.`),
        )
      : prompts.map((prompt) => showPrompt(prompt, model)),
  ];
}

/** `45 transcripts of Claude Code and 30 of Codex`. */
function describeTranscripts(transcripts: readonly TranscriptCount[]): string {
  return transcripts
    .map(
      ({ agent, files }, at) =>
        `${at === 0 ? countOf(files, 'transcript') : formatCount(files)} of ${setupAgents[agent]}`,
    )
    .join(' and ');
}

function describeReading({ unchangedFiles, redactedSecrets, bytesRead, tookMs }: MiningReport): string {
  const unchanged = unchangedFiles === 0 ? '' : `; ${countOf(unchangedFiles, 'file')} as before`;
  const secrets = redactedSecrets === 0 ? '' : `; ${countOf(redactedSecrets, 'secret')} removed`;
  return `${formatBytes(bytesRead)} read in ${formatDuration(tookMs)}${unchanged}${secrets}.`;
}

/** Transcripts that were passed over because they do not say where their folder lies. */
function showRelative({ relativeFolders }: Pick<MiningReport, 'relativeFolders'>): Block {
  const [first] = relativeFolders;
  if (first === undefined) return undefined;
  const files = relativeFolders.reduce((sum, each) => sum + each.files, 0);
  const more = relativeFolders.length === 1 ? '' : ` and ${countOf(relativeFolders.length - 1, 'other')}`;
  return [
    text(
      yellow(`${countOf(files, 'transcript')} passed over`),
      `: they name a folder without saying where it lies (${first.folder}${more}), so that no repository is known by it.`,
    ),
    steps('If they are of this repository', [
      `afterwit mine-sessions --folder ${first.folder} PATH…`,
      'name the folder as they write it',
    ]),
  ];
}

function showNone(report: MiningReport): Block {
  const { otherFiles } = report;
  const others = otherFiles === 0 ? '' : ` ${countOf(otherFiles, 'transcript')} are of sessions elsewhere.`;
  return [
    text(bold('No sessions'), ` of an agent in this repository were found.${others}`),
    showRelative(report),
    showSkipped(report),
    steps(
      'Next',
      ['afterwit mine-sessions --folder DIR', 'the clone lay there when the agent worked in it'],
      ['afterwit mine-sessions PATH…', 'the transcripts lie elsewhere'],
    ),
  ];
}

/** A lesson of several sessions is shown once, as the latest of them has it. */
function onceEach(lessons: readonly MinedLesson[]): readonly MinedLesson[] {
  return [...new Map(lessons.map((lesson) => [lesson.itemId ?? lesson, lesson])).values()];
}

function showLesson({ text: said, error, command, itemId, fate, type, evidence }: MinedLesson): Block {
  const failed = command !== undefined && `${command} failed${error === undefined ? '' : `: ${error}`}`;
  const { line, passedAtLine, atMs, session = evidence.transcript } = evidence;
  const at = passedAtLine === undefined ? `line ${line}` : `lines ${line} to ${passedAtLine}`;
  return [
    row(itemId !== undefined && [itemMark(itemId), '  '], bold(failed || type.replace('_', ' '))),
    indent(4, lines(said)),
    indent(
      2,
      field('from', dim(`session ${session}, ${at}`, atMs !== undefined && [', ', date(atMs)])),
      fate === 'needs_review' && field('waits', yellow('it may be known, or contradicts what is')),
    ),
  ];
}

const skipWords = {
  not_json: 'it is no JSON',
  too_long: 'it is too long',
  unknown_form: 'its form is not known',
  not_kept: 'what it taught could not be kept',
  unreadable: 'it is locked, damaged, or of a form that is not known',
};

function showSkipped({ skippedLineCount, skippedLines }: MiningReport): Block {
  const databases = skippedLines.filter(({ reason }) => reason === 'unreadable');
  const first = skippedLines.find(({ reason }) => reason !== 'unreadable');
  const lineCount = skippedLineCount - databases.length;
  return [
    databases.map(({ transcript, reason }) => [
      blank,
      text(yellow(`${transcript} could not be read`), `: ${skipWords[reason]}.`),
    ]),
    first && [
      blank,
      text(
        yellow(`${countOf(lineCount, 'line')} could not be used`),
        `, the first in ${first.transcript}, line ${first.line}: ${skipWords[first.reason]}.`,
      ),
    ],
  ];
}

function nextOf({ preview }: MiningReport, [first]: readonly MinedLesson[]): readonly Step[] {
  if (first === undefined) return [];
  if (preview) return [['afterwit mine-sessions', 'learn them']];
  return [
    [
      'afterwit review',
      'approve what is right: until then an agent is shown unasked, at most, the change or the command',
    ],
    [`afterwit forget --origin transcript:${first.evidence.agent}`, 'forget all of it'],
  ];
}

const shownChanges = 30;
const fateWords: Readonly<Record<RuleFate, string>> = {
  added: 'new',
  superseded: 'replaced',
  archived: 'gone',
  revived: 'back',
};

export const importRules = asking(
  operations.importRules,
  ({ preview, files, ruleCount, changes, pastRules }) => {
    if (files.length === 0 && changes.length === 0)
      return text(bold('No rule files'), ' such as AGENTS.md or CLAUDE.md are tracked here.');
    const verdict = preview ? 'this would change' : 'this changed';
    const past = pastRules.superseded + pastRules.archived;
    return [
      text(
        bold(`${countOf(ruleCount, 'rule')} in ${countOf(files.length, 'file')}`),
        `; ${changes.length === 0 ? 'nothing changed' : verdict}.`,
      ),
      changes.length > 0 && blank,
      cutTo(shownChanges, changes, '; --json has all of them', ({ fate, path, text: said, itemId }) => {
        const lead: Part = ['  ', itemMark(itemId), '  ', dim(fateWords[fate].padEnd(10))];
        return row(lead, said, dim(`  ${path}`));
      }),
      past > 0 &&
        text(
          `${countOf(past, 'rule')} of earlier versions noted as past, ${formatCount(pastRules.superseded)} of them replaced by others.`,
        ),
    ];
  },
);

export const pause = asking(operations.pause, ({ sinceMs }) =>
  text(
    bold('Paused'),
    ' since ',
    moment(sinceMs),
    ': no memory is shown unasked in this repository. To resume: ',
    cyan('afterwit resume'),
  ),
);

export async function resume({ memory }: Session): Promise<Answer> {
  const resumed = await (await memory()).resume();
  const shown = resumed
    ? text(bold('Resumed'), ': memories are shown unasked again in this repository.')
    : text(bold('Not paused'), ': memories are shown unasked in this repository anyway.');
  return { value: { resumed }, shown };
}
