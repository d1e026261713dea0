import type { IndexProgress } from '../model/answers/memory-status.ts';
import { AfterwitError } from '../model/errors.ts';
import { countOf, formatCount, formatDuration, formatShare } from '../wording/formats.ts';
import { type CliOutput, layoutWidth, writeAside } from './streams.ts';

interface ProgressOptions {
  readonly nowMs: () => number;
  /** Say nothing at all. */
  readonly silent: boolean;
  /** Work shorter than this is not mentioned. */
  readonly announceAfterMs: number;
}

/** Tells the user on standard error how far the indexing is: a bar on a terminal, else a line at start and end. */
interface ProgressReporter {
  readonly onProgress: (progress: IndexProgress) => void;
  /** Last reported state; undefined before indexing begins. */
  last(): IndexProgress | undefined;
  /** Erases the bar, or writes the closing line. */
  finish(): void;
  /** Erases the bar without reporting success: the error that follows tells the outcome. */
  abandon(): void;
}

const redrawEveryMs = 80;
/** A shorter update gets no bar, as no user could read it. */
const barAfterMs = 150;
const barColumns = 30;
const eraseLine = '\r\u001b[2K';

/*
 * Drawn here rather than by a prompt library, whose progress bar puts the terminal into raw mode and ends the process with
 * status 0 on Ctrl-C, where an interrupted command must say what it kept and end with 130 (docs/decisions/0004).
 */
export function reportProgress(output: CliOutput, options: ProgressOptions): ProgressReporter {
  const { nowMs, silent } = options;
  const onTerminal = output.isTTY === true;
  const announceAfterMs = Math.max(options.announceAfterMs, onTerminal ? barAfterMs : 0);
  let last: IndexProgress | undefined;
  let startedAtMs: number | undefined;
  let drawnAtMs: number | undefined;
  let announced = '';

  function onProgress(progress: IndexProgress): void {
    const now = nowMs();
    startedAtMs ??= now;
    const phaseChanged = last?.phase !== progress.phase;
    last = progress;
    // Listing shows whether there is anything to do; nothing is announced before that.
    if (silent || now - startedAtMs < announceAfterMs || (progress.phase === 'listing' && !onTerminal))
      return;
    if (onTerminal && (drawnAtMs === undefined || phaseChanged || now - drawnAtMs >= redrawEveryMs)) {
      writeAside(output, `${eraseLine}${describeProgress(progress, layoutWidth(output))}`);
    } else if (!onTerminal && (drawnAtMs === undefined || (phaseChanged && progress.phase === 'learning'))) {
      writeAside(output, `afterwit: ${announcement(progress)}\n`);
      announced = wordings[progress.phase].done;
    } else return;
    drawnAtMs = now;
  }

  function finish(): void {
    if (drawnAtMs === undefined) return;
    drawnAtMs = undefined;
    const took = formatDuration(nowMs() - (startedAtMs ?? 0));
    writeAside(output, onTerminal ? eraseLine : `afterwit: ${announced} in ${took}\n`);
  }

  function abandon(): void {
    if (drawnAtMs !== undefined && onTerminal) writeAside(output, eraseLine);
    drawnAtMs = undefined;
  }

  return { onProgress, last: () => last, finish, abandon };
}

interface Wording {
  /** `reading the code`. */
  readonly doing: string;
  /** `code read`. */
  readonly done: string;
  readonly unit: string;
}

const mining: Wording = { doing: 'reading the history', done: 'history read', unit: 'commit' };
const wordings: Readonly<Record<IndexProgress['phase'], Wording>> = {
  listing: mining,
  mining,
  code: { doing: 'reading the code', done: 'code read', unit: 'file' },
  learning: { doing: 'learning from past fixes', done: 'past fixes looked at', unit: 'fix' },
  sessions: { doing: 'reading sessions', done: 'sessions read', unit: 'transcript' },
  upkeep: { doing: 'looking through memories', done: 'memories looked through', unit: 'memory' },
  finishing: mining,
};

function announcement({ phase, total }: IndexProgress): string {
  const { doing, unit } = wordings[phase];
  return `${doing}, ${countUnits(total, phase === 'learning' ? unit : `new ${unit}`)}`;
}

function countUnits(count: number, unit: string): string {
  return countOf(
    count,
    unit,
    unit.endsWith('fix') ? `${unit}es` : unit === 'memory' ? 'memories' : `${unit}s`,
  );
}

/** One line, narrower than the terminal: a line that wraps could not be erased. */
function describeProgress({ phase, done, total }: IndexProgress, width: number): string {
  if (phase === 'listing') return 'Looking for new commits…';
  if (phase === 'finishing') return 'Tidying the index up…';
  const share = total > 0 ? Math.min(done / total, 1) : 0;
  const filled = Math.round(share * barColumns);
  const bar = `${'━'.repeat(filled)}${'─'.repeat(barColumns - filled)}`;
  const { doing, unit } = wordings[phase];
  const what = `${doing.charAt(0).toUpperCase()}${doing.slice(1).replace(' the', '')}`;
  const full = `${what} ${bar} ${formatShare(share).padStart(4)}  ${formatCount(done)} of ${countUnits(total, unit)}`;
  return full.length < width ? full : `${what} ${formatShare(share)}`;
}

/** How long interrupted work may take to stop. The index stays consistent even if it is cut off. */
const graceMs = 1_000;

/**
 * The result of `work`, unless the signal comes first.
 * @throws INTERRUPTED
 */
export async function untilInterrupted<T>(
  work: Promise<T>,
  signal: AbortSignal,
  lastProgress: () => IndexProgress | undefined,
): Promise<T> {
  const { promise: graceOver, reject } = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | undefined;
  const onAbort = (): void => {
    timer = setTimeout(() => reject(interrupted(lastProgress())), graceMs);
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, graceOver]);
  } catch (error) {
    throw error instanceof Error && error.name === 'AbortError' ? interrupted(lastProgress()) : error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

function interrupted(progress: IndexProgress | undefined): AfterwitError {
  if (progress === undefined || progress.total === 0) {
    return new AfterwitError('INTERRUPTED', 'Stopped, as you asked. Run the command again to start over.');
  }
  const { phase, done, total } = progress;
  return new AfterwitError(
    'INTERRUPTED',
    `Stopped, as you asked, after ${formatCount(done)} of ${countUnits(total, wordings[phase].unit)}. What was finished is kept: run the command again to continue.`,
    { data: { done, total } },
  );
}

const lookAgainMs = 300;
/** A wait that a user does not mind. */
const patienceMs = 1_500;

/**
 * Another text to show while an answer takes long for a reason: to read the code of a large repository takes ten
 * seconds, and its history answers before. Undefined where the answer came first, or there is no other text.
 * @param isReason whether the answer waits for that reason
 */
export async function meanwhile<T>(
  answer: Promise<unknown>,
  isReason: () => boolean,
  other: () => Promise<T>,
): Promise<T | undefined> {
  let isOver = false;
  const over = answer.then(
    () => undefined,
    () => undefined,
  );
  void over.then(() => {
    isOver = true;
  });
  for (let waitedMs = 0; waitedMs < patienceMs || !isReason(); waitedMs += lookAgainMs) {
    await Promise.race([over, pause(lookAgainMs)]);
    if (isOver) return undefined;
  }
  return await Promise.race([over, other().catch(() => undefined)]);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
