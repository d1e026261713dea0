import { join } from 'node:path';
import { openLogFile } from '../adapters/system/logs.ts';
import type { LoadedSettings } from '../config/load-settings.ts';
import type { Clock } from '../ports/system.ts';

const logBytes = 1_048_576;

/**
 * Writes down what was not obeyed, once for each state of the files: whoever resolves them first tells. Without the logger,
 * which takes a hook too long to load.
 */
export function noteSettingWarnings(loaded: LoadedSettings, home: string, clock: Clock): void {
  const { settings, warnings, isRemembered } = loaded;
  if (isRemembered || ['silent', 'error'].includes(settings.logging.level)) return;
  const log = openLogFile(join(home, 'logs', 'afterwit.log'), logBytes);
  const time = new Date(clock.nowMs()).toISOString();
  for (const { source, message } of warnings) {
    const record = { level: 'warn', time, pid: process.pid, source, message, event: 'setting_not_obeyed' };
    log.write(`${JSON.stringify(record)}\n`);
  }
}
