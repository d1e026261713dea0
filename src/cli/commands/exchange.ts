import { statSync } from 'node:fs';
import { importing } from '../../api/common-fields.ts';
import type { ExportOptions, ImportOptions, ShareOptions } from '../../api/inputs.ts';
import * as operations from '../../api/operations.ts';
import type {
  ExportReport,
  ImportReport,
  ShareChangeKind,
  ShareReport,
} from '../../model/answers/exchange-report.ts';
import { type AfterwitError, invalidArgument } from '../../model/errors.ts';
import { countOf, formatBytes, formatCount } from '../../wording/formats.ts';
import { shortUuid } from '../../wording/memory-words.ts';
import { inputOf } from '../ask.ts';
import { openV2Folder, writeLines, writeV2Folder } from '../exchange-files.ts';
import {
  andMore,
  type Block,
  blank,
  bold,
  dim,
  field,
  indent,
  itemMark,
  row,
  shellWord,
  steps,
  table,
  text,
  unbroken,
  yellow,
} from '../page.ts';
import { openInput } from '../read-input.ts';
import { exitStatus } from '../report-error.ts';
import type { Answer, Session } from '../session.ts';

const shownFaults = 10;

function refused(message: string): AfterwitError {
  return invalidArgument(message);
}

/** Makes the repository here known to the home when its scope is asked for, which may be the first command in a clone. */
async function knowRepository({ memory }: Session, scope: string | undefined): Promise<void> {
  if (scope === 'repo') await memory();
}

async function exportMemories(session: Session): Promise<Answer> {
  const { home, signal } = session;
  const { out, json, layout } = session.options;
  const where = await whereOf(session);
  if (out === undefined && json)
    throw refused(
      '--json prints a report to standard output, where the export itself would go. Add --out FILE, or leave --json out: every line of the export is JSON.',
    );
  if (layout !== undefined && out === undefined)
    throw refused('--layout v2 writes several files. Add --out with the folder they are to be written into.');
  await knowRepository(session, where.where);
  const opened = await home();
  if (out === undefined) return { value: undefined, shown: undefined, stream: opened.exportLines(where) };
  const { requireFreePlace } = await import('../../open/whole-memory.ts');
  requireFreePlace(out, session.speaker);
  const value =
    layout === undefined
      ? await writeLines(out, opened.exportLines(where), signal)
      : await writeV2Folder(out, opened.exportV2(where), signal);
  return { value, shown: showExported(value) };
}

async function whereOf(session: Session): Promise<ExportOptions> {
  const { scope, all }: Readonly<Record<string, unknown>> = session.options;
  if (scope !== undefined && all)
    throw refused('--scope and --all contradict each other. Give one of them, or none.');
  return await inputOf(operations.exportLines, session);
}

function showExported({ path, lineCount, bytes }: ExportReport): Block {
  const size = `${countOf(lineCount, 'record')} (memories of all states and places, with the parts of known failures), ${formatBytes(bytes)}`;
  return [
    text(bold('Exported'), ` to ${path}: ${size}.`),
    steps('Next', [`afterwit import ${shellWord(path)}`, 'in another home, takes them in']),
  ];
}

/** Where the lines come from, is said by a path. */
const importOptions = { ...operations.importLines, input: importing, terminal: undefined };

async function importMemories(session: Session): Promise<Answer> {
  const [path] = session.arguments;
  const { signal } = session;
  const { scope, vouched = false } = await inputOf(importOptions, session);
  if (path === undefined) return await importShared(session, { scope, vouched });
  await knowRepository(session, scope);
  const home = await session.home();
  const given = { signal, scope, ...(vouched ? { vouched } : {}) };
  if (!isFolder(path)) return answerOf(await home.importLines(openInput(path, session), given), vouched);
  const { files, skipped } = openV2Folder(path, (file) => openInput(file, session));
  const imported = await home.importFiles(files, given);
  return answerOf(skipped.length === 0 ? imported : { ...imported, skippedFiles: skipped }, vouched);
}

/** Memories that others share here wait for the person's word, and hold here: neither can be said otherwise. */
async function importShared(session: Session, { scope, vouched }: ImportOptions): Promise<Answer> {
  const { signal } = session;
  if (vouched || scope !== undefined)
    throw refused(
      `${vouched ? '--mine' : '--scope'} needs a FILE: what is shared in a repository was written by its people, and holds there.`,
    );
  await knowRepository(session, 'repo');
  return answerOf(await (await session.home()).importShared({ signal }), false);
}

function answerOf(report: ImportReport, vouched: boolean): Answer {
  return {
    value: report,
    shown: showImported(report, vouched),
    status: exitStatus(report.faultCount === 0 ? 'done' : 'usage'),
  };
}

function isFolder(path: string): boolean {
  return path !== '-' && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function showImported(report: ImportReport, vouched: boolean): Block {
  const { lineCount, added, known, replaced, outcomesAdded, differing = [], skippedFiles = [] } = report;
  const memories = (count: number) => countOf(count, 'memory', 'memories');
  const isToReview = added > 0 && !vouched;
  return [
    text(bold(countOf(lineCount, 'line')), ' read.'),
    indent(
      2,
      added > 0 && field('added', memories(added)),
      replaced > 0 && field('replaced', `${memories(replaced)} that the file had a later version of`),
      known > 0 && field('here', `${memories(known)} already; left unchanged`),
      showDiffering(differing),
      outcomesAdded > 0 && field('outcomes', `${formatCount(outcomesAdded)} of earlier showings`),
    ),
    showFaults(report),
    showSkipped(skippedFiles),
    steps(
      'Next',
      ...report.newRepositories.map(
        ({ id, name }) => [`afterwit repo link ${id}`, `inside your clone of ${name}`] as const,
      ),
      isToReview && ['afterwit review', 'what waits for your decision'],
    ),
  ];
}

function showDiffering(ids: readonly string[]): Block {
  const [first] = ids;
  if (first === undefined) return undefined;
  return field(
    '',
    `${countOf(ids.length, 'of these is', 'of these are')} said in other words by the file. To take those: afterwit forget ${shortUuid(first)}, then import again`,
  );
}

function showFaults({ faults, faultCount }: ImportReport): Block {
  if (faults.length === 0) return undefined;
  return [
    blank,
    unbroken(yellow(`${countOf(faultCount, 'line')} not taken in`)),
    faults
      .slice(0, shownFaults)
      .map(({ file, line, message }) =>
        row(dim(`  ${file === undefined ? '' : `${file} `}line ${line}  `), message),
      ),
    indent(2, andMore(faultCount - shownFaults, '; --json lists more')),
  ];
}

function showSkipped(names: readonly string[]): Block {
  const [first] = names;
  if (first === undefined) return undefined;
  return text(
    yellow(`${countOf(names.length, 'file')} not opened`),
    `, the first ${first}: links, pipes and devices lead elsewhere. Copy what they stand for.`,
  );
}

export async function share(session: Session): Promise<Answer> {
  const chosen = choiceOf(session, await inputOf(operations.share, session));
  await knowRepository(session, 'repo');
  const value = await (await session.home()).share(chosen);
  return { value, shown: showShared(value) };
}

function choiceOf(
  { options: { remove } }: Session,
  { ids = [], all, ...others }: ShareOptions,
): ShareOptions {
  if (all && (remove || ids.length > 0))
    throw refused(
      '--all shares everything that a person vouched for. Leave it out, or name no memory and nothing to remove.',
    );
  if (all) return { all, ...others };
  if (ids.length > 0) return remove ? { removed: ids, ...others } : { ids, ...others };
  throw refused(
    'No memory to share is named. Name some by id (`afterwit list` shows them), or give --all; --dry-run shows what would be written.',
  );
}

const changeWords: Readonly<Record<ShareChangeKind, string>> = {
  added: 'added',
  changed: 'changed',
  removed: 'taken out',
  replaced: 'replaced',
};

function showShared({ path, preview, changes, lineCount }: ShareReport): Block {
  const count = countOf(lineCount, 'line');
  if (changes.length === 0) return text(`Nothing to change in ${path}: ${count}.`);
  const rows = changes.map(({ kind, id, title }) => [itemMark(id), dim(changeWords[kind]), title]);
  const isNews = changes.some(({ kind }) => kind === 'added' || kind === 'changed');
  return [
    text(bold(preview ? 'Would be written' : 'Written'), ` to ${path}: ${count}.`),
    indent(2, table(rows, { wraps: true })),
    !preview &&
      isNews &&
      steps('Next', ['afterwit import', 'for others, once you have read and committed it']),
  ];
}

// Words that no function of ours may be called by.
export { exportMemories as export, importMemories as import };
