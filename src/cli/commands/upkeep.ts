import * as operations from '../../api/operations.ts';
import type { Check, Diagnosis } from '../../model/answers/memory-status.ts';
import { type PurgeReport, setupAgents } from '../../model/answers/setup-report.ts';
import { invalidArgument, isAfterwitError } from '../../model/errors.ts';
import type { KnownRepository } from '../../model/repository.ts';
import type { Serving } from '../../model/server.ts';
import { countOf, formatBytes } from '../../wording/formats.ts';
import { shortUuid } from '../../wording/memory-words.ts';
import { asking, inputOf } from '../ask.ts';
import {
  type Block,
  blank,
  bold,
  cutTo,
  cyan,
  date,
  dim,
  field,
  green,
  indent,
  itemMark,
  type Part,
  red,
  row,
  shellWord,
  steps,
  table,
  text,
  unbroken,
  yellow,
} from '../page.ts';
import { exitStatus, exitStatusOf } from '../report-error.ts';
import type { Answer, Session } from '../session.ts';
import { toJson } from '../terminal/line.ts';
import { showPrompt } from './models.ts';

export async function doctor({ memory }: Session): Promise<Answer> {
  try {
    const diagnosis = await (await memory()).diagnose();
    const status = exitStatus(diagnosis.healthy ? 'done' : 'environment');
    return { value: diagnosis, shown: showDiagnosis(diagnosis), status };
  } catch (error) {
    // An error that keeps the memory from opening is itself the diagnosis.
    if (!isAfterwitError(error) || error.code === 'INTERNAL') throw error;
    const message = `${error.message} (${error.code})`;
    const diagnosis: Diagnosis = { healthy: false, checks: [{ name: 'memory', result: 'problem', message }] };
    return { value: diagnosis, shown: showDiagnosis(diagnosis), status: exitStatusOf(error.code) };
  }
}

const markWidth = 9;
const marks: Readonly<Record<Check['result'], Part>> = {
  ok: green('ok'.padEnd(markWidth)),
  warning: yellow('warning'.padEnd(markWidth)),
  problem: red('problem'.padEnd(markWidth)),
};

function showDiagnosis(diagnosis: Diagnosis): Block {
  return [
    diagnosis.checks.map(({ name, result, message, remedy }) => [
      row(marks[result], bold(`${name}: `), message),
      remedy !== undefined && indent(markWidth, text(cyan(remedy))),
    ]),
    blank,
    text(bold(verdictOf(diagnosis))),
  ];
}

function verdictOf({ healthy, checks }: Diagnosis): string {
  if (!healthy) return 'Something is wrong; the lines marked "problem" say what to do.';
  return checks.some(({ result }) => result === 'warning') ? 'All works; see the warnings.' : 'All is well.';
}

export const maintain = asking(operations.maintain, (report) => {
  const { kind, decisionsCounted, lookedThrough, archived, promoted, summaries, receiptsCompacted } = report;
  const { asked } = report;
  if (kind === 'held') return text(bold('Nothing done'), ': another process maintains this memory.');
  if (asked?.prompts !== undefined)
    return asked.prompts.length === 0
      ? text(bold('Nothing would be asked.'))
      : asked.prompts.map((prompt) => showPrompt(prompt, asked.model));
  const [first] = summaries;
  const [gone] = asked?.retired ?? [];
  return [
    text(
      bold(`Looked through ${countOf(lookedThrough, 'memory', 'memories')}`),
      `, and ${countOf(decisionsCounted, 'new decision')} for what was shown. Archived for their age: ${archived}. Proven and lasting from now on: ${promoted}. Old receipts compacted: ${receiptsCompacted}.`,
    ),
    summaries.map(({ id, title, fragments, tokensBefore, tokensAfter }) =>
      text(
        itemMark(id),
        ` says what ${countOf(fragments, 'memory', 'memories')} said, in ${tokensAfter} tokens instead of ${tokensBefore}: ${title}`,
      ),
    ),
    asked !== undefined &&
      text(
        dim(
          `${asked.model} was asked ${countOf(asked.calls, 'question')}${asked.fault === undefined ? '' : `; no answer at last: ${asked.fault}`}.`,
        ),
      ),
    asked?.retired.map(({ id, title, by }) => text(itemMark(id), ` gave way to ${shortUuid(by)}: ${title}`)),
    steps(
      'Next',
      first && [`afterwit review reject ${shortUuid(first.id)}`, 'bring the parts of a summary back'],
      gone && [`afterwit review approve ${shortUuid(gone.id)}`, 'bring back what gave way'],
    ),
  ];
});

export const backup = asking(operations.backUp, (copy) => [
  text(bold('Copied and verified'), `: ${describeCopy(copy)}.`),
  indent(2, field('file', copy.path)),
  steps('Later', [`afterwit restore ${shellWord(copy.path)}`, 'go back to it']),
]);

export const restore = asking(operations.restore, (replacement) => [
  text(bold('Restored'), `: ${describeCopy(replacement)}.`),
  indent(
    2,
    field('from', replacement.path),
    field('before', replacement.asidePath !== undefined && `kept at ${replacement.asidePath}`),
  ),
]);

type Counts = Readonly<Record<'bytes' | 'itemCount' | 'decisionCount', number>>;

function describeCopy({ bytes, itemCount, decisionCount }: Counts): string {
  // As `export` counts: `list` shows the memories of one place, and not the parts of known failures.
  const records = `${countOf(itemCount, 'record')} (memories of all states and places, with the parts of known failures)`;
  return `${records}, ${countOf(decisionCount, 'decision')}, ${formatBytes(bytes)}`;
}

export async function purge(session: Session): Promise<Answer> {
  const { preview = false } = await inputOf(operations.purge, session);
  if (!session.options.all && !preview)
    throw invalidArgument(
      'purge overwrites and deletes everything that afterwit stores: all memories and their backups, the indexes of all repositories, logs and caches. It cannot be undone, so nothing was removed. Run afterwit purge --dry-run to see what would go, and afterwit purge --all to do it.',
    );
  const value = await (await session.home()).purge(preview ? { preview } : {});
  return { value, shown: showPurge(value) };
}

const shownLeft = 20;

function showPurge({ home, preview, files, bytes, left, program }: PurgeReport): Block {
  return [
    text(
      bold(preview ? 'Would be overwritten and deleted' : 'Overwritten and deleted'),
      `: ${countOf(files, 'file')}, ${formatBytes(bytes)}, in ${home}.`,
    ),
    left.length > 0 &&
      text(yellow('Left, because it is yours, afterwit did not write it or could not delete it:')),
    cutTo(shownLeft, left, '', (path) => unbroken(`  ${path}`)),
    program !== undefined && text(tellProgram(program)),
  ];
}

/** An agent that starts a removed program would meet a fault each time. */
function tellProgram({ path, startedBy }: NonNullable<PurgeReport['program']>): string {
  if (startedBy.length === 0)
    return `With it goes ${path}, the copy of the program that setup --from-here keeps. A project that was set up with it needs setup --project once more, or setup --project --remove.`;
  const names = startedBy.map((agent) => setupAgents[agent]).join(', ');
  const commands = startedBy.map((agent) => `afterwit setup --agent ${agent} --remove`).join('; ');
  return `${path} stays, because ${names} ${startedBy.length === 1 ? 'starts' : 'start'} the program from there. To remove it, too: ${commands}; then purge again.`;
}

export async function repoShow({ memory }: Session): Promise<Answer> {
  const { repositories } = await memory();
  const [current, all] = await Promise.all([repositories.current(), repositories.all()]);
  return { value: { current, all }, shown: showRepositories(current, all) };
}

export async function repoLink({ memory, arguments: [id = ''] }: Session): Promise<Answer> {
  const value = await (await memory()).repositories.link(id);
  return { value, shown: showRepository(value) };
}

export async function repoSplit({ memory }: Session): Promise<Answer> {
  const value = await (await memory()).repositories.split();
  return { value, shown: showRepository(value) };
}

/** The repository to which the clone belongs now. */
function showRepository({ name, id, createdAtMs, evidence }: KnownRepository): Block {
  return [
    unbroken(bold(name), '  ', yellow(id)),
    indent(
      2,
      field('known', 'since ', date(createdAtMs)),
      evidence
        // Numbers of a file system tell a person nothing.
        .filter(({ kind }) => kind !== 'directory')
        .map(({ kind, value }) => field(kind, value)),
    ),
  ];
}

function showRepositories(current: KnownRepository, all: readonly KnownRepository[]): Block {
  const others = all.filter(({ id }) => id !== current.id);
  const rows = others.map(({ id, name, evidence }) => {
    const place =
      evidence.find(({ kind }) => kind === 'remote') ?? evidence.find(({ kind }) => kind === 'path');
    return [yellow(id), name, dim(place?.value ?? '')];
  });
  return [
    showRepository(current),
    others.length > 0 && [blank, unbroken(dim('Other repositories')), indent(2, table(rows))],
  ];
}

/** Serves until the last page has gone, or it is interrupted; says at once where. */
export async function dashboard(session: Session): Promise<Answer> {
  const { options, speaker, signal, serve } = session;
  const { home, repo: repository, port, open = true, json = false } = options;
  const onFault = (fault: unknown): void => session.sayMeanwhile(tellFault(fault));
  const serving = await serve({ home, repository, speaker, port, opens: open, signal, onFault });
  return { value: undefined, shown: [], stream: follow(serving, session, json) };
}

async function* follow(serving: Serving, { speaker }: Session, json: boolean): AsyncGenerator<string> {
  const { origin, address, isOpened, agentToken, ended } = serving;
  if (json) yield toJson({ origin, address, agentToken, speaker: speaker.kind });
  else
    yield [
      `${address}\n`,
      isOpened ? 'Opened in your browser.' : 'Open this address in a browser.',
      ' It ends a minute after its last tab is gone, or with Ctrl-C.\n',
      ...(speaker.kind === 'user'
        ? []
        : ['No person is known to have started it: the page may look, but decide nothing.\n']),
    ].join('');
  await ended;
}

function tellFault(fault: unknown): Block {
  const words = isAfterwitError(fault) || fault instanceof Error ? fault.message : String(fault);
  return [row('A page met an internal fault: ', dim(words))];
}
