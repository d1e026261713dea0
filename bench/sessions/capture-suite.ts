import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MinedLesson } from '../../src/index.ts';
import { builtCommand } from '../built.ts';
import { rateOf, rateTable, shareOf, sharesOf } from '../reporting/rates.ts';
import { runMeasured } from '../run-process.ts';
import type { Figure, Suite } from '../suite.ts';
import { type CreditedCard, creditShownFixes } from './credit-shown-fixes.ts';
import { familyOf, isFailure, isSamePath } from './judge-failures.ts';
import { type LabelledFailure, type LabelledSession, readLabelledSessions } from './labelled-sessions.ts';
import { openSessionMemory } from './open-session-memory.ts';
import { countedSessions } from './sessions-suite.ts';
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
  options: ['data', 'part', 'limit', 'misses'],
  async run({ data, parts, limit, home, missesFile }) {
    const sessions = readLabelledSessions(data, join(home, 'transcripts'));
    const byRepository = Map.groupBy(sessions, ({ repo }) => repo);
    const counted = new Set([...byRepository.values()].flatMap((own) => [...countedSessions(own, parts)]));
    await using memory = await openSessionMemory(join(home, 'memory'));
    const mined: MinedSession[] = [];
    for (const session of sessions.filter(({ name }) => counted.has(name)).slice(0, limit)) {
      const asked = { places: [session.path], folders: ['/'], preview: true };
      const { lessons } = await memory.memory.mineSessions(asked);
      mined.push({ session, lessons, calls: readCalls(session.path) });
    }
    const credited: CreditedCard[] = [];
    for (const [place, own] of [...byRepository.values()].entries()) {
      const chosen = own.filter(({ name }) => counted.has(name)).slice(0, limit);
      credited.push(...(await creditShownFixes(chosen, join(home, `credit-${place}`))));
    }
    if (missesFile !== undefined) writeFileSync(missesFile, describeMisses(mined));
    const verified = credited.filter(({ outcome }) => outcome === 'verified');
    const credit = rateOf(verified, ({ isRight }) => isRight);
    const cost = await measureCost(
      join(home, 'transcripts'),
      join(home, 'memory', 'repository'),
      join(home, 'cost'),
    );
    return {
      cases: mined.length,
      figures: {
        ...figuresOf(mined),
        credit_precision: shareOf(credit),
        ...cost,
      },
      tables: [
        rateTable(`${credited.length} cards that sessions might have been shown`, {
          credit_precision: credit,
        }),
        rateTable(`All: ${mined.length} sessions`, ratesOf(mined)),
        ...(['claude-code', 'codex'] as const).map((agent) => {
          const own = mined.filter(({ session }) => session.agent === agent);
          return rateTable(`${agent}: ${own.length} sessions`, ratesOf(own));
        }),
      ],
    };
  },
};

function fixesOf({ session }: MinedSession): readonly LabelledFailure[] {
  return session.failures.filter(({ kind, isSearch }) => kind === 'code_fix' && !isSearch);
}

function lessonOf({ lessons }: MinedSession, { failedAtLine }: LabelledFailure): MinedLesson | undefined {
  return lessons.find(({ evidence: { line, alsoFailedAtLines = [] } }) =>
    [line, ...alsoFailedAtLines].includes(failedAtLine),
  );
}

function hasRightCommand(mined: MinedSession, failure: LabelledFailure): boolean {
  const passedAt = lessonOf(mined, failure)?.evidence.passedAtLine;
  const passed = passedAt === undefined ? undefined : mined.calls.get(passedAt)?.command;
  if (passed === undefined) return false;
  const wanted = [familyOf(failure.passedCommand), familyOf(failure.command)];
  return wanted.includes(familyOf(passed)) || failure.passedCommand.startsWith(passed.slice(0, 60));
}

function hasRightFile(mined: MinedSession, failure: LabelledFailure): boolean {
  const files = lessonOf(mined, failure)?.files ?? [];
  if (failure.edits.length === 0) return files.length > 0;
  return failure.edits.some(({ path }) => files.some((file) => isSamePath(file, path)));
}

/** Of the raw output alone: the failure was none. */
function isFalse({ session, calls }: MinedSession, { evidence, type }: MinedLesson): boolean {
  if (type !== 'fix') return false;
  const label = session.failures.find(({ failedAtLine }) => failedAtLine === evidence.line);
  const call = calls.get(evidence.line);
  return call !== undefined && !isFailure({ output: call.output, isSearch: label?.isSearch ?? false });
}

function ratesOf(all: readonly MinedSession[]) {
  const fixes = all.flatMap((mined) => fixesOf(mined).map((failure) => ({ mined, failure })));
  const lessons = all.flatMap((mined) => mined.lessons.map((lesson) => ({ mined, lesson })));
  const told = lessons.filter(({ lesson }) => lesson.type === 'fix');
  return {
    code_fix_found: rateOf(fixes, ({ mined, failure }) => lessonOf(mined, failure) !== undefined),
    code_fix_recall: rateOf(
      fixes,
      ({ mined, failure }) => hasRightCommand(mined, failure) && hasRightFile(mined, failure),
    ),
    false_lessons: rateOf(told, ({ mined, lesson }) => isFalse(mined, lesson)),
    explained: rateOf(told, ({ lesson }) => /^Edit [^\n]*: \S/.test(lesson.text)),
  };
}

function figuresOf(all: readonly MinedSession[]): Readonly<Record<string, Figure>> {
  const lessons = all.flatMap((mined) => mined.lessons);
  return {
    lessons: lessons.length,
    ...sharesOf(ratesOf(all)),
  };
}

function describeMisses(all: readonly MinedSession[]): string {
  const missed = all.flatMap((mined) =>
    fixesOf(mined)
      .filter((failure) => !hasRightCommand(mined, failure) || !hasRightFile(mined, failure))
      .map(
        (failure) =>
          `MISSED ${mined.session.name}:${failure.failedAtLine} $ ${failure.command}\n${failure.output.slice(0, 500)}\n`,
      ),
  );
  const learned = all.flatMap(({ session, lessons }) =>
    lessons.map(({ evidence, text, command, error, type }) =>
      [
        `${session.name}:${evidence.line} to ${evidence.passedAtLine} [${command ?? type}] ${error ?? ''}`,
        text,
        '',
      ].join('\n'),
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
