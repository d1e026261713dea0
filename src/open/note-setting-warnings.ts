import { join } from 'node:path';
import { openLogFile } from '../adapters/system/logs.ts';
import type { ResolvedSettings } from '../config/resolve-settings.ts';
import type { Clock } from '../ports/system.ts';

/** Notes settings not obeyed, unless the log has them. Without the logger, which takes a hook too long to load. */
export function noteSettingWarnings(loaded: ResolvedSettings, home: string, clock: Clock): void {
  const { settings, warnings } = loaded;
  if (warnings.length === 0 || ['silent', 'error'].includes(settings.logging.level)) return;
  const log = openLogFile(join(home, 'logs', 'afterwit.log'));
  const told = log.read();
  const time = new Date(clock.nowMs()).toISOString();
  for (const { source, message } of warnings) {
    const said = JSON.stringify({ source, message, event: 'setting_not_obeyed' }).slice(1);
    const about = JSON.stringify({ level: 'warn', time, pid: process.pid }).slice(0, -1);
    if (!told.includes(said)) log.write(`${about},${said}\n`);
  }
}
