import { chooseHookHome } from './choose-hook-home.ts';

/**
 * Folder of V8's compiled code in the home; undefined where it is switched off, or others could put code there, which would be
 * run. Makes no home.
 */
export function compiledCodeFolder(environment: NodeJS.ProcessEnv): string | undefined {
  const home = chooseHookHome(environment);
  const { join } = process.getBuiltinModule('node:path');
  const folder = join(home, 'compile-cache');
  if (!isOwnFolder(home) || !(isMissing(folder) || isOwnFolder(folder))) return undefined;
  return isOff(join(home, 'config.json'), environment) ? undefined : folder;
}

/**
 * Whether a user switched it off, or may have meant to. Read without the schema of all settings, which is in
 * the very code that is to come from the cache; settings that are wrong are told of by the recall.
 */
function isOff(settingsFile: string, environment: NodeJS.ProcessEnv): boolean {
  const { AFTERWIT_HOOKS_COMPILE_CACHE: variable } = environment;
  if (variable) return variable !== 'on';
  const { readFileSync, statSync } = process.getBuiltinModule('node:fs');
  if (statSync(settingsFile, { throwIfNoEntry: false })?.isFile() !== true) return false;
  const text = readFileSync(settingsFile, 'utf8');
  return text.includes('compileCache') && !saysOn(text);
}

function saysOn(settings: string): boolean {
  try {
    const { hooks } = JSON.parse(settings) as { readonly hooks?: { readonly compileCache?: unknown } };
    return hooks?.compileCache === undefined || hooks.compileCache === 'on';
  } catch {
    return false;
  }
}

/** Files in such a folder are this user's own. Windows has no such bits; there, the profile keeps others out. */
function isOwnFolder(path: string): boolean {
  const found = statOf(path);
  if (found?.isDirectory() !== true) return false;
  const writableByOthers = 0o022;
  return (
    process.getuid === undefined || (found.uid === process.getuid() && (found.mode & writableByOthers) === 0)
  );
}

function isMissing(path: string): boolean {
  return statOf(path) === undefined;
}

/** Status of the link itself when the path is a link. */
function statOf(path: string) {
  return process.getBuiltinModule('node:fs').lstatSync(path, { throwIfNoEntry: false });
}
