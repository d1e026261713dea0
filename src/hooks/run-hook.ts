import { answerHook, type HookAnswer, type HookRecall } from './answer-hook.ts';
import { gatherInput } from './gather-input.ts';
import { noteSilence } from './note-silence.ts';
import { budgetLimits, remainingMs } from './time-budget.ts';

/** So often, at most, it is looked whether time is up: the time that this process was given grows with no event. */
const leastWaitMs = 10;

/** Runs one call of the hook on the standard streams of this process, and ends the process. */
export function runHook(recall: HookRecall, limits = budgetLimits): void {
  const environment = environmentFor(process.argv.slice(2));
  // Same as `performance.now()`, which takes a millisecond to load.
  const elapsedMs = (): number => process.uptime() * 1000;
  const leftMs = (): number => remainingMs({ wallMs: elapsedMs(), cpuMs: cpuMs() }, limits);
  let isOver = false;

  async function end(answer: HookAnswer): Promise<void> {
    if (isOver) return;
    isOver = true;
    if (answer.kind === 'printed') print(answer.line);
    else if (!answer.isRoutine) await noteSilence(answer, { environment, elapsedMs: elapsedMs() });
    process.exit(0);
  }
  const fail = (fault: unknown): void => void end({ kind: 'silent', reason: 'fault', fault });

  process.on('uncaughtException', fail);
  const watch = (): void => {
    const ms = leftMs();
    if (ms > 0) setTimeout(watch, Math.max(leastWaitMs, ms));
    else if (isOver) process.exit(0);
    else void end({ kind: 'silent', reason: 'too late' });
  };
  watch();
  gatherInput(process.stdin)
    .then((input) =>
      answerHook(input, { recall, environment, workingDirectory: process.cwd, remainingMs: leftMs }),
    )
    .then(end)
    .catch(fail);
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The environment, with the home that was named when the hook was set up. */
function environmentFor([option, home]: readonly string[]): NodeJS.ProcessEnv {
  return option === '--home' && home ? { ...process.env, AFTERWIT_HOME: home } : process.env;
}

function print(line: string): void {
  try {
    process.getBuiltinModule('node:fs').writeFileSync(1, line);
  } catch {
    // The reader has closed the stream.
  }
}
