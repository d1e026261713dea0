import { join } from 'node:path';
import { isAfterwitError } from '../model/errors.ts';
import { type ResolvedSettings, resolveSettings } from './resolve-settings.ts';
import { readResolved, writeResolved } from './resolved-cache.ts';
import type { SettingSources, SettingsText, SettingWarning } from './setting-source.ts';
import { settingsWith } from './settings.ts';
import { type FileStamp, readSettingsFile, stampFile } from './settings-file.ts';

interface LoadSettingsRequest extends Pick<SettingSources, 'environment' | 'overrides'> {
  readonly home: string;
  /** Top of the working tree; undefined where there is none. */
  readonly worktree?: string | undefined;
  readonly nowMs: number;
}

export interface LoadedSettings extends ResolvedSettings {
  /** Another process has resolved the same before, and told of the warnings. */
  readonly isRemembered: boolean;
}

/** A file changed this recently may change again without its times telling, so nothing is remembered about it. */
const settledAfterMs = 2_000;

/**
 * Settings of a home and a repository. When any are set, the result is remembered in `resolved.json`, so that the next
 * process need not load the schema.
 *
 * @throws INVALID_SETTING
 */
export async function loadSettings(request: LoadSettingsRequest): Promise<LoadedSettings> {
  const userPath = join(request.home, 'config.json');
  const repositoryPath =
    request.worktree === undefined ? undefined : join(request.worktree, 'afterwit.config.json');
  const stamps = [stampFile(userPath, 'links'), repositoryPath && stampFile(repositoryPath, 'no_links')];
  const key = cacheKey(request, [userPath, repositoryPath], stamps);

  const remembered = key === undefined ? undefined : readResolved(request.home, key);
  if (remembered !== undefined)
    return { ...remembered, settings: settingsWith(remembered.values), isRemembered: true };

  const resolved = await readAndResolve(request, userPath, repositoryPath);
  if (
    key !== undefined &&
    isWorthKeeping(resolved) &&
    stamps.every((stamp) => isSettled(stamp, request.nowMs))
  ) {
    writeResolved(request.home, key, { values: resolved.values, warnings: resolved.warnings });
  }
  return { ...resolved, isRemembered: false };
}

async function readAndResolve(
  { environment, overrides }: LoadSettingsRequest,
  userPath: string,
  repositoryPath: string | undefined,
): Promise<ResolvedSettings> {
  const userFile = readSettingsFile(userPath, 'links');
  const { file: repositoryFile, warnings } = readRepositoryFile(repositoryPath);
  const resolved = await resolveSettings({
    ...(userFile && { userFile }),
    ...(repositoryFile && { repositoryFile }),
    ...(environment && { environment }),
    ...(overrides && { overrides }),
  });
  return { ...resolved, warnings: [...warnings, ...resolved.warnings] };
}

/**
 * Reads the repository's file; a malformed one gives a warning instead of an error, so that a hostile repository cannot
 * block its user.
 */
function readRepositoryFile(path: string | undefined): {
  readonly file?: SettingsText;
  readonly warnings: readonly SettingWarning[];
} {
  if (path === undefined) return { warnings: [] };
  try {
    const file = readSettingsFile(path, 'no_links');
    return file === undefined ? { warnings: [] } : { file, warnings: [] };
  } catch (fault) {
    if (!isAfterwitError(fault)) throw fault;
    return { warnings: [{ source: path, message: fault.message }] };
  }
}

/** All that the settings depend on; undefined when that cannot be written down. */
function cacheKey(
  { environment = {}, overrides = {} }: LoadSettingsRequest,
  paths: readonly (string | undefined)[],
  stamps: readonly (FileStamp | '' | undefined)[],
): string | undefined {
  const variables = Object.entries(environment).filter(([name]) => name.startsWith('AFTERWIT_'));
  try {
    return JSON.stringify([paths, stamps, variables, overrides]);
  } catch {
    return undefined;
  }
}

function isWorthKeeping({ values, warnings }: ResolvedSettings): boolean {
  return Object.keys(values).length > 0 || warnings.length > 0;
}

function isSettled(stamp: FileStamp | '' | undefined, nowMs: number): boolean {
  if (!stamp) return true;
  const [modifiedAtMs, changedAtMs] = stamp;
  return Math.max(modifiedAtMs, changedAtMs) < nowMs - settledAfterMs;
}
