/**
 * Node 22 warns on stderr, once per process, that node:sqlite is experimental. That warning is noise in a command and
 * an error in a hook, so it is dropped; every other warning still appears.
 */
export function silenceSqliteWarning(target: Pick<NodeJS.Process, 'emitWarning'>): void {
  const emitWarning = target.emitWarning as (warning: string | Error, ...rest: unknown[]) => void;
  target.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (/^SQLite is an experimental feature/.test(String(warning)) && rest[0] === 'ExperimentalWarning')
      return;
    emitWarning.call(target, warning, ...rest);
  };
}
