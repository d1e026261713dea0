import { chooseHookHome } from './choose-hook-home.ts';
import type { HookAnswer } from './hook-answer.ts';

/** At this size the log is renamed to `hook.log.old`. */
const maximumBytes = 262_144;

const maximumCharacters = 500;

interface NoteContext {
  readonly environment: NodeJS.ProcessEnv;
  readonly elapsedMs: number;
}

/**
 * Writes down, in `logs/hook.log` of the home, how long a hook took, and why it told an agent nothing where
 * it did. A missing home is not created, and a failed write is ignored, as there is no place to report it.
 */
export async function noteAnswer(answer: HookAnswer, context: NoteContext): Promise<void> {
  try {
    const { fault } = { fault: undefined, ...answer };
    const record = {
      time: new Date().toISOString(),
      ms: Math.round(context.elapsedMs),
      reason: answer.kind === 'printed' ? 'told' : await withoutSecrets(answer.reason),
      ...(fault === undefined ? {} : { fault: await withoutSecrets(wordingOf(fault)) }),
    };
    append(logFolder(context.environment), `${JSON.stringify(record)}\n`);
  } catch {
    // See above.
  }
}

async function withoutSecrets(text: string): Promise<string> {
  const { redact } = await import('../redaction/redact.ts');
  // Redact before cutting: half a secret would not be recognised.
  return redact(text).slice(0, maximumCharacters);
}

function wordingOf(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  const code = 'code' in fault ? `${fault.code}: ` : '';
  return `${fault.name}: ${code}${fault.message}`;
}

function logFolder(environment: NodeJS.ProcessEnv): string {
  return process.getBuiltinModule('node:path').join(chooseHookHome(environment), 'logs');
}

function append(folder: string, line: string): void {
  const { appendFileSync, lstatSync, mkdirSync, renameSync } = process.getBuiltinModule('node:fs');
  const path = process.getBuiltinModule('node:path').join(folder, 'hook.log');
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) mkdirSync(folder, { mode: 0o700 });
  const stats = lstatSync(path, { throwIfNoEntry: false });
  // A pipe in its place would block the process until another one reads it.
  if (stats !== undefined && !stats.isFile()) return;
  if (stats !== undefined && stats.size + line.length > maximumBytes) renameSync(path, `${path}.old`);
  appendFileSync(path, line, { mode: 0o600 });
}
