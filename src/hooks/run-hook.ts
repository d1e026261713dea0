import { answerHook, type HookAnswer, type HookRecall } from './answer-hook.ts';
import { gatherInput } from './gather-input.ts';
import { noteSilence } from './note-silence.ts';

/** An agent waits for its hooks, so an answer later than this after the start of the process is not printed. */
const patienceMs = 250;

/** Runs one call of the hook on the standard streams of this process, and ends the process. */
export function runHook(recall: HookRecall, deadlineMs = patienceMs): void {
  const environment = environmentFor(process.argv.slice(2));
  // Same as `performance.now()`, which takes a millisecond to load.
  const elapsedMs = (): number => process.uptime() * 1000;
  const remainingMs = (): number => deadlineMs - elapsedMs();
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
  setTimeout(() => {
    if (isOver) process.exit(0);
    void end({ kind: 'silent', reason: 'too late' });
  }, remainingMs());
  gatherInput(process.stdin)
    .then((input) => answerHook(input, { recall, environment, workingDirectory: process.cwd, remainingMs }))
    .then(end)
    .catch(fail);
}

/** The environment, with the home that setup wrote into the hook's command line. */
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
