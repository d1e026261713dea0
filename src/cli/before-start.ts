import { type CompileCache, openCompileCache } from '../open/compile-cache.ts';

/**
 * Whether a command line starts the MCP server, which runs without loading the command line's modules. `afterwit mcp
 * --help` does not start it.
 */
export function startsServer([first, ...rest]: readonly string[]): boolean {
  return first === 'mcp' && !rest.some((word) => word === '--help' || word === '-h');
}

/** Loads files from now on from compiled code in the home that the command line, or the environment, names. */
export function keepCompiledHere(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
): CompileCache | undefined {
  return openCompileCache(withHome(words, environment));
}

function withHome(words: readonly string[], environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const at = words.findIndex((word) => word === '--home' || word.startsWith('--home='));
  const word = words[at];
  if (word === undefined) return environment;
  const home = word === '--home' ? words[at + 1] : word.slice('--home='.length);
  return home ? { ...environment, AFTERWIT_HOME: home } : environment;
}

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
