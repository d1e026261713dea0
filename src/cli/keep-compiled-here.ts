import { type CompileCache, openCompileCache } from '../open/compile-cache.ts';

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
