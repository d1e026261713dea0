import type { HookAnswer, HookRecall } from '../open/answer-command.ts';
import { noteSilence } from '../open/note-silence.ts';
import { answerHook, type HookMining } from './answer-hook.ts';
import { endWhileWaiting, readInput } from './read-input.ts';
import { budgetLimits, remainingMs } from './time-budget.ts';

/** So often, at most, it is looked whether time is up: the time that this process was given grows with no event. */
const leastWaitMs = 10;

/** How sessions that pause are read, in an environment. */
type HookMiningIn = (environment: NodeJS.ProcessEnv) => HookMining;

const noMining: HookMiningIn = () => async () => 'nobody reads sessions';

/** Runs one call of the hook on the standard streams of this process, and ends the process. */
export function runHook(recall: HookRecall, limits = budgetLimits, mining = noMining): void {
  const environment = environmentFor(process.argv.slice(2));
  // Same as `performance.now()`, which takes a millisecond to load.
  const elapsedMs = (): number => process.uptime() * 1000;
  const leftMs = (): number => remainingMs({ wallMs: elapsedMs(), cpuMs: cpuMs() }, limits);
  const reading = readInput();
  let isOver = false;

  function leave(): void {
    if (reading.isWaiting()) endWhileWaiting();
    process.exit(0);
  }
  async function end(answer: HookAnswer): Promise<void> {
    if (isOver) return;
    isOver = true;
    if (answer.kind === 'printed') print(answer.line);
    else if (!answer.isRoutine) await noteSilence(answer, { environment, elapsedMs: elapsedMs() });
    leave();
  }
  const fail = (fault: unknown): void => void end({ kind: 'silent', reason: 'fault', fault });

  process.on('uncaughtException', fail);
  const watch = (): void => {
    const ms = leftMs();
    if (ms > 0) setTimeout(watch, Math.max(leastWaitMs, ms));
    else if (isOver) leave();
    else void end({ kind: 'silent', reason: 'too late' });
  };
  watch();
  reading.input
    .then((input) =>
      answerHook(input, {
        recall,
        mine: mining(environment),
        environment,
        workingDirectory: process.cwd,
        remainingMs: leftMs,
      }),
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
