import type { LogFields, Logger } from '../../src/ports/system.ts';

/** Keeps what it is told, for tests to look at. */
export interface RecordingLogger extends Logger {
  readonly entries: readonly { readonly level: string; readonly event: string; readonly fields: LogFields }[];
}

export function recordingLogger(): RecordingLogger {
  const entries: { level: string; event: string; fields: LogFields }[] = [];
  const at =
    (level: string) =>
    (event: string, fields: LogFields = {}) => {
      entries.push({ level, event, fields });
    };
  return {
    entries,
    error: at('error'),
    warn: at('warn'),
    info: at('info'),
    debug: at('debug'),
    flush: async () => {},
  };
}
