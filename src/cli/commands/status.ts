import type { Memory } from '../../api/memory.ts';
import { hotspots, index as indexOperation } from '../../api/operations/history.ts';
import type { HotspotList } from '../../model/answers/commit-answers.ts';
import type { IndexReport, MemoryStatus } from '../../model/answers/memory-status.ts';
import { isAfterwitError } from '../../model/errors.ts';
import { describeHooksToReview } from '../../wording/descriptions.ts';
import {
  countOf,
  daysBetween,
  describeDays,
  formatBytes,
  formatCount,
  formatDuration,
  isoDate,
} from '../../wording/formats.ts';
import { asking, inputOf } from '../ask.ts';
import { isYes } from '../ask-person.ts';
import {
  age,
  type Block,
  blank,
  bold,
  cutTo,
  dim,
  field,
  indent,
  layOut,
  section,
  shortId,
  steps,
  text,
  unbroken,
  whenShown,
  yellow,
} from '../page.ts';
import type { Answer, Session } from '../session.ts';
import { hotspotRows } from './files.ts';
import { offerToRead } from './sessions.ts';
import { setup } from './setup.ts';

const shownHotspots = 5;
const shownUnreadable = 3;

/** The bare `afterwit`. */
export async function status(session: Session): Promise<Answer> {
  const { memory, signal, onProgress } = session;
  const { asOf } = await inputOf(hotspots, session);
  const opened = await memory();
  const report = await opened.index({ asOf, signal, onProgress });
  const begun = await offerToBegin(session, opened, report);
  const known = await opened.status();
  const hottest = await opened.hotspots({ asOf, limit: shownHotspots });
  const value = { index: report, status: known, hotspots: hottest };
  return { value, shown: [begun.map(({ shown }) => [shown, blank]), whenShown(() => showStatus(value))] };
}

/**
 * The first time a user asks about a repository at a terminal: offers to connect the agents of this machine
 * and to learn from their sessions, as `setup` and `mine-sessions` do. Any answer but yes changes nothing,
 * and it is not asked again.
 */
async function offerToBegin(
  session: Session,
  memory: Memory,
  report: IndexReport,
): Promise<readonly Answer[]> {
  if (!session.isAtTerminal || report.commitsAdded === 0 || report.commitsAdded < report.commitCount)
    return [];
  const agents = await session.findAgents(session.options.repo);
  const names = agents.filter(({ found, connected }) => found && !connected).map(({ name }) => name);
  if (names.length > 0 && isYes(session.ask(questionAboutAgents(names))))
    return [await orWhyNot(setup(session))];
  const { transcripts } = await memory.planMining({});
  return transcripts.length === 0 ? [] : await offerToRead(session);
}

/** A fault becomes part of the answer, so that the rest is shown all the same. */
async function orWhyNot(work: Promise<Answer>): Promise<Answer> {
  try {
    return await work;
  } catch (fault) {
    if (!isAfterwitError(fault) || fault.code === 'INTERRUPTED') throw fault;
    return { value: undefined, shown: text(yellow(fault.message)) };
  }
}

function questionAboutAgents(names: readonly string[]): string {
  return `On this machine and not connected to afterwit: ${names.join(', ')}.\nConnect them? You are asked about each. Type yes or no: `;
}

function showStatus({
  index: report,
  status: known,
  hotspots: { hotspots: hottest },
}: {
  readonly index: IndexReport;
  readonly status: MemoryStatus;
  readonly hotspots: HotspotList;
}): Block {
  return [
    showTitle(known),
    blank,
    indent(2, showHistory(known), field('index', describeIndex(report, known)), showIndexFaults(report)),
    indent(2, showMemories(known)),
    hottest.length > 0 && section('Hottest files recently', indent(2, hotspotRows(hottest))),
    steps('Next', ...known.nextSteps.map(({ command, why }) => [command, why] as const)),
  ];
}

function showTitle({ repository }: MemoryStatus): Block {
  const head = repository.head === undefined ? '' : ` at ${repository.head.slice(0, 12)}`;
  const notes = [repository.shallow && 'shallow clone', repository.partial && 'partial clone'].filter(
    Boolean,
  );
  return unbroken(
    bold(repository.name),
    dim(`  ${repository.branch ?? 'detached HEAD'}${head}`),
    notes.length > 0 && yellow(`  ${notes.join(', ')}`),
  );
}

function showHistory({ history, index }: MemoryStatus): Block {
  if (history === undefined) return field('history', countOf(index.commitCount, 'commit'));
  const { commitCount, authorCount, fileCount, firstCommitAtMs, lastCommitAtMs } = history;
  const span = describeDays(Math.max(0, daysBetween(firstCommitAtMs, lastCommitAtMs)));
  const links = [
    countOf(history.mergeCount, 'merge'),
    countOf(history.issueLinkCount, 'link to an issue', 'links to issues'),
    countOf(history.revertCount, 'revert'),
  ];
  return [
    field(
      'history',
      `${countOf(commitCount, 'commit')} by ${countOf(authorCount, 'author')} over ${span}, ${countOf(fileCount, 'file')} today`,
    ),
    field('', `${isoDate(firstCommitAtMs)} to ${isoDate(lastCommitAtMs)} (`, age(lastCommitAtMs), ')'),
    field('', links.join(', ')),
  ];
}

const states: Readonly<Record<MemoryStatus['index']['state'], string>> = {
  absent: 'not built yet',
  partial: 'unfinished',
  behind: 'behind HEAD',
  current: 'up to date',
};

function describeIndex({ commitsAdded, tookMs }: IndexReport, { index }: MemoryStatus): string {
  const news =
    commitsAdded === 0 ? '' : `; ${countOf(commitsAdded, 'commit')} added in ${formatDuration(tookMs)}`;
  return `${states[index.state]}, ${formatBytes(index.bytes)}${news}`;
}

function showMemories({ memories, connected, hooksToReview, hooks }: MemoryStatus): Block {
  const { here, fixes, waiting } = memories;
  const parts = [
    here === 0 ? 'none yet' : countOf(here, 'memory', 'memories'),
    fixes > 0 && `${formatCount(fixes)} of them ${fixes === 1 ? 'a fix' : 'fixes'} of failures`,
    waiting > 0 && `${formatCount(waiting)} to review`,
  ];
  return [
    field('memory', parts.filter(Boolean).join('; ')),
    connected.length > 0 && field('agents', `${connected.join(', ')}, connected`),
    hooksToReview > 0 && field('', yellow(describeHooksToReview(hooksToReview))),
    showSilences(hooks),
  ];
}

function showSilences({ tooLate, faults, sinceMs }: MemoryStatus['hooks']): Block {
  const silent = tooLate + faults;
  if (silent === 0) return undefined;
  const share = tooLate === silent ? 'for' : `${formatCount(tooLate)} of them for`;
  return ({ nowMs, ...page }) => {
    const days = describeDays(daysBetween(sinceMs, nowMs));
    const words = `${countOf(silent, 'call')} gave up in the last ${days}, ${share} lack of time`;
    return layOut(field('hooks', yellow(words)), { nowMs, ...page });
  };
}

export const index = asking(indexOperation, (report) => {
  const { commitsAdded, commitCount, fileCount, tookMs, head, waited } = report;
  const news = commitsAdded === 0 ? 'Nothing new' : `${countOf(commitsAdded, 'commit')} added`;
  const totals = `${countOf(commitCount, 'commit')}, ${countOf(fileCount, 'file')}`;
  return [
    text(bold(news), ` in ${formatDuration(tookMs)}. The index holds ${totals}, up to `, shortId(head), '.'),
    waited && text(dim('Another process was indexing; its work was used.')),
    showIndexFaults(report),
  ];
});

/** Problems that did not stop the indexing. */
function showIndexFaults({ replacedCorruptIndex, unreadable }: IndexReport): Block {
  return [
    replacedCorruptIndex !== undefined &&
      text(
        yellow('The index was damaged and has been rebuilt. '),
        `The old one is kept at ${replacedCorruptIndex}.`,
      ),
    unreadable.length > 0 &&
      text(yellow(`${countOf(unreadable.length, 'commit')} could not be read in full:`)),
    cutTo(shownUnreadable, unreadable, '; --json has them all', ({ id, part, reason }) =>
      unbroken('  ', shortId(id), `  ${part}: ${reason}`),
    ),
  ];
}
