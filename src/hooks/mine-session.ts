// The hook starts this file, without waiting, when a session of Claude Code pauses or ends: `node mine-session.js
// TRANSCRIPT FOLDER`, with AFTERWIT_HOME set. It prints nothing, ends by itself, and always with exit status 0.

import { chooseHookHome } from '../open/choose-hook-home.ts';
import { mineInBackground } from '../open/mine-in-background.ts';
import { noteAnswer } from '../open/note-answer.ts';

/** It stops by itself long before; a hanging process is ended. */
const hardLimitMs = 120_000;
/** The lowest priority on all systems: an agent and its tests come first. */
const lowPriority = 19;

process.emitWarning = () => {};
setTimeout(() => process.exit(0), hardLimitMs).unref();

void mine(process.env, process.argv.slice(2)).finally(() => process.exit(0));

async function mine(environment: NodeJS.ProcessEnv, [transcript, cwd]: readonly string[]): Promise<void> {
  if (transcript === undefined || cwd === undefined) return;
  const home = chooseHookHome(environment, cwd);
  lowerPriority();
  try {
    await mineInBackground({ session: { transcript, cwd }, home, environment });
  } catch (fault) {
    const elapsedMs = process.uptime() * 1_000;
    await noteAnswer({ kind: 'silent', reason: 'fault', fault }, { environment, elapsedMs });
  }
}

function lowerPriority(): void {
  try {
    process.getBuiltinModule('node:os').setPriority(lowPriority);
  } catch {
    // Then it runs as everything else does.
  }
}
