import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MinedLesson } from '../../src/index.ts';
import { builtCommand } from '../built.ts';
import { rateOf, rateTable, sharesOf } from '../reporting/rates.ts';
import { runMeasured } from '../run-process.ts';
import type { Suite } from '../suite.ts';
import { type CreditedCard, creditShownFixes } from './credit-shown-fixes.ts';
import { familyOf, isFailure, isSamePath } from './judge-failures.ts';
import {
  agents,
  type LabelledFailure,
  type LabelledSession,
  readLabelledSessions,
} from './labelled-sessions.ts';
import { openSessionMemory } from './open-session-memory.ts';
import { readCalls, type TranscriptCall } from './transcript-calls.ts';

/** A session with everything that was learned from it. */
interface MinedSession {
  readonly session: LabelledSession;
  readonly lessons: readonly MinedLesson[];
  readonly calls: ReadonlyMap<number, TranscriptCall>;
}

/** Does a failure that was fixed become a lesson with the right command and file, and nothing else one? */
export const captureSuite: Suite = {
  description:
    'lessons from real sessions: those that labels promise, those that should not be, and what it costs',
  options: ['data', 'limit', 'misses'],
  async run({ data, limit, home, missesFile }) {
    const sessions = readLabelledSessions(data, join(home, 'transcripts'));
    await using scratch = await openSessionMemory(join(home, 'memory'));
    const mined: MinedSession[] = [];
    for (const session of sessions.slice(0, limit)) {
      const asked = { places: [session.path], folders: ['/'], preview: true };
      const { lessons } = await scratch.memory.mineSessions(asked);
      mined.push({ session, lessons, calls: readCalls(session.path) });
    }
    const credited: CreditedCard[] = [];
    for (const [place, own] of [...Map.groupBy(sessions, ({ repo }) => repo).values()].entries())
      credited.push(...(await creditShownFixes(own.slice(0, limit), join(home, `credit-${place}`))));
    if (missesFile !== undefined) writeFileSync(missesFile, describeMisses(mined));
    const verified = credited.filter(({ outcome }) => outcome === 'verified');
    const credit = { credit_precision: rateOf(verified, ({ isRight }) => isRight) };
    const tableFor = (name: string, own: readonly MinedSession[]) =>
      rateTable(`${name}: ${own.length} sessions`, ratesOf(own));
    return {
      cases: mined.length,
      figures: {
        lessons: mined.flatMap(({ lessons }) => lessons).length,
        ...sharesOf({ ...ratesOf(mined), ...credit }),
        ...(await measureCost(join(home, 'transcripts'), scratch.repository, join(home, 'cost'))),
      },
      tables: [
        rateTable(`${credited.length} cards that sessions might have been shown`, credit),
        tableFor('All', mined),
        ...agents.map((agent) =>
          tableFor(
            agent,
            mined.filter(({ session }) => session.agent === agent),
          ),
        ),
      ],
    };
  },
};

function fixesOf({ session }: MinedSession): readonly LabelledFailure[] {
  return session.failures.filter(({ kind, isSearch }) => kind === 'code_fix' && !isSearch);
}

/** A lesson of the failure, with the command that passed and a file that was edited. */
function isLearned({ lessons, calls }: MinedSession, failure: LabelledFailure): boolean {
  const lesson = lessons.find(({ evidence: { line, alsoFailedAtLines = [] } }) =>
    [line, ...alsoFailedAtLines].includes(failure.failedAtLine),
  );
  const passed = calls.get(lesson?.evidence.passedAtLine ?? -1)?.command;
  if (passed === undefined) return false;
  const wanted = [familyOf(failure.passedCommand), familyOf(failure.command)];
  const isRightCommand =
    wanted.includes(familyOf(passed)) || failure.passedCommand.startsWith(passed.slice(0, 60));
  const files = lesson?.files ?? [];
  const isRightFile =
    failure.edits.length === 0
      ? files.length > 0
      : failure.edits.some(({ path }) => files.some((file) => isSamePath(file, path)));
  return isRightCommand && isRightFile;
}

/** Of the raw output alone: the failure was none. */
function isFalse({ session, calls }: MinedSession, { evidence }: MinedLesson): boolean {
  const label = session.failures.find(({ failedAtLine }) => failedAtLine === evidence.line);
  const call = calls.get(evidence.line);
  return call !== undefined && !isFailure({ output: call.output, isSearch: label?.isSearch ?? false });
}

function ratesOf(all: readonly MinedSession[]) {
  const fixes = all.flatMap((mined) => fixesOf(mined).map((failure) => ({ mined, failure })));
  const told = all.flatMap((mined) =>
    mined.lessons.filter(({ type }) => type === 'fix').map((lesson) => ({ mined, lesson })),
  );
  return {
    code_fix_recall: rateOf(fixes, ({ mined, failure }) => isLearned(mined, failure)),
    false_lessons: rateOf(told, ({ mined, lesson }) => isFalse(mined, lesson)),
    explained: rateOf(told, ({ lesson }) => /^Edit [^\n]*: \S/.test(lesson.text)),
  };
}

function describeMisses(all: readonly MinedSession[]): string {
  const missed = all.flatMap((mined) =>
    fixesOf(mined)
      .filter((failure) => !isLearned(mined, failure))
      .map(
        ({ failedAtLine, command, output }) =>
          `MISSED ${mined.session.name}:${failedAtLine} $ ${command}\n${output.slice(0, 500)}\n`,
      ),
  );
  const learned = all.flatMap(({ session, lessons }) =>
    lessons.map(
      ({ evidence, text, command, error = '', type }) =>
        `${session.name}:${evidence.line} to ${evidence.passedAtLine} [${command ?? type}] ${error}\n${text}\n`,
    ),
  );
  return [...missed, ...learned].join('\n');
}

/** A process of its own reads everything once, as the command does in a preview. */
async function measureCost(transcripts: string, repository: string, home: string) {
  const words = ['mine-sessions', transcripts, '--folder', '/', '--dry-run', '--json'];
  const run = await runMeasured([builtCommand, ...words, '--repo', repository, '--home', home]);
  const { bytesRead } = JSON.parse(run.stdout) as { readonly bytesRead: number };
  return { mb_per_cpu_second: bytesRead / 1_000 / run.cpuMs, rss_mb: run.peakMegabytes };
}
