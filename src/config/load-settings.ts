import { join } from 'node:path';
import type { SettingList, SettingView } from '../model/answers/setup-report.ts';
import { isAfterwitError } from '../model/errors.ts';
import { describeValues, isNumberOption, type SettingValue } from './option.ts';
import {
  type ResolvedSettings,
  resolveSettings,
  type SettingLayer,
  settingLayers,
} from './resolve-settings.ts';
import type { SettingSources } from './setting-source.ts';
import { type Setting, settingTable } from './setting-table.ts';
import { readSettingsFile } from './settings-file.ts';

interface LoadSettingsRequest extends Pick<SettingSources, 'environment' | 'overrides'> {
  readonly home: string;
  /** Top of the working tree; undefined where there is none. */
  readonly worktree?: string | undefined;
}

/** Settings of a home and a repository. @throws INVALID_SETTING */
export function loadSettings(request: LoadSettingsRequest): ResolvedSettings {
  const { sources, warnings } = readSources(request);
  const resolved = resolveSettings(sources);
  return { ...resolved, warnings: [...warnings, ...resolved.warnings] };
}

/** Every setting with its value, and which source gave it. @throws INVALID_SETTING */
export function describeSettings(request: LoadSettingsRequest): SettingList {
  const { sources, warnings } = readSources(request);
  const found = settingLayers(sources);
  return {
    file: userSettingsPath(request.home),
    settings: settingTable.map((setting) => viewSetting(setting, found.layers)),
    warnings: [...warnings, ...found.warnings],
  };
}

function readSources(request: LoadSettingsRequest) {
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
function readRepositoryFile(path: string | undefined) {
  if (path === undefined) return { warnings: [] };
  try {
    const file = readSettingsFile(path, 'no_links');
    return file === undefined ? { warnings: [] } : { file, warnings: [] };
  } catch (fault) {
    if (!isAfterwitError(fault)) throw fault;
    return { warnings: [{ source: path, message: fault.message }] };
  }
}

/** A setting with its value: of the last layer that has one, else the default. */
function viewSetting(
  { name, option, environmentVariable, environmentMaySet, repositoryMaySet }: Setting,
  layers: readonly SettingLayer[],
): SettingView {
  const layer = layers.findLast(({ values }) => Object.hasOwn(values, name));
  return {
    name,
    // Checked, so there are no others.
    value: (layer?.values[name] ?? option.default) as SettingValue,
    default: option.default,
    ...(isNumberOption(option) && option.unit !== undefined ? { unit: option.unit } : {}),
    description: option.description,
    allowed: describeValues(option),
    setBy: layer?.kind ?? 'default',
    ...(layer === undefined ? {} : { source: layer.source }),
    ...(environmentMaySet ? { environmentVariable } : {}),
    repositoryMaySet,
  };
}
