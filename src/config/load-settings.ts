import { join } from 'node:path';
import type { SettingList } from '../model/answers/setup-report.ts';
import { isAfterwitError } from '../model/errors.ts';
import { type ResolvedSettings, resolveSettings, settingLayers } from './resolve-settings.ts';
import { readResolved, writeResolved } from './resolved-cache.ts';
import type { SettingSources, SettingsText, SettingWarning } from './setting-source.ts';
import { settingTable } from './setting-table.ts';
import { settingsWith } from './settings.ts';
import { type FileStamp, readSettingsFile, stampFile } from './settings-file.ts';
import { viewSetting } from './view-setting.ts';

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
  const userPath = userSettingsPath(request.home);
  const repositoryPath = repositoryPathOf(request);
  const stamps = [stampFile(userPath, 'links'), repositoryPath && stampFile(repositoryPath, 'no_links')];
  const key = cacheKey(request, [userPath, repositoryPath], stamps);

  const remembered = key === undefined ? undefined : readResolved(request.home, key);
  if (remembered !== undefined)
    return { ...remembered, settings: settingsWith(remembered.values), isRemembered: true };

  const resolved = await readAndResolve(request);
  if (
    key !== undefined &&
    isWorthKeeping(resolved) &&
    stamps.every((stamp) => isSettled(stamp, request.nowMs))
  ) {
    writeResolved(request.home, key, { values: resolved.values, warnings: resolved.warnings });
  }
  return { ...resolved, isRemembered: false };
}

async function readAndResolve(request: LoadSettingsRequest): Promise<ResolvedSettings> {
  const { sources, warnings } = readSources(request);
  const resolved = await resolveSettings(sources);
  return { ...resolved, warnings: [...warnings, ...resolved.warnings] };
}

/** Every setting with its value, and which source gave it. @throws INVALID_SETTING */
export async function describeSettings(request: Omit<LoadSettingsRequest, 'nowMs'>): Promise<SettingList> {
  const { sources, warnings } = readSources(request);
  const found = await settingLayers(sources);
  return {
    file: userSettingsPath(request.home),
    settings: settingTable.map((setting) => viewSetting(setting, found.layers)),
    warnings: [...warnings, ...found.warnings],
  };
}

function readSources(request: Omit<LoadSettingsRequest, 'nowMs'>) {
  const { environment, overrides } = request;
  const userFile = readSettingsFile(userSettingsPath(request.home), 'links');
  const { file: repositoryFile, warnings } = readRepositoryFile(repositoryPathOf(request));
  const sources: SettingSources = {
    ...(userFile && { userFile }),
    ...(repositoryFile && { repositoryFile }),
    ...(environment && { environment }),
    ...(overrides && { overrides }),
  };
  return { sources, warnings };
}

/** The settings file that is the user's own. */
export function userSettingsPath(home: string): string {
  return join(home, 'config.json');
}

function repositoryPathOf({ worktree }: Pick<LoadSettingsRequest, 'worktree'>): string | undefined {
  return worktree === undefined ? undefined : join(worktree, 'afterwit.config.json');
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

const obeyedVariables: ReadonlySet<string> = new Set(
  settingTable.flatMap(({ environmentVariable, environmentMaySet }) =>
    environmentMaySet ? [environmentVariable] : [],
  ),
);

/** All that the settings depend on; undefined when that cannot be written down. */
function cacheKey(
  { environment = {}, overrides = {} }: LoadSettingsRequest,
  paths: readonly (string | undefined)[],
  stamps: readonly (FileStamp | '' | undefined)[],
): string | undefined {
  // Of a variable that sets nothing the name alone is told of; its value may be a secret.
  const variables = Object.entries(environment)
    .filter(([name]) => name.startsWith('AFTERWIT_'))
    .map(([name, value]) => (obeyedVariables.has(name) ? [name, value] : [name]));
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
