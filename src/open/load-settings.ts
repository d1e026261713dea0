import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ResolvedSettings, resolveSettings } from '../config/resolve-settings.ts';
import type { SettingsText } from '../config/setting-source.ts';
import { AfterwitError } from '../model/errors.ts';

export interface SettingPlaces {
  readonly home: string;
  /** Top of the working tree; absent for a bare repository, which has no file of settings. */
  readonly worktree?: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly overrides?: Readonly<Record<string, unknown>>;
}

const largestSettingsBytes = 65_536;

/** Settings from all their places. @throws INVALID_SETTING */
export async function loadSettings(places: SettingPlaces): Promise<ResolvedSettings> {
  const userFile = readSettings(join(places.home, 'config.json'));
  const repositoryFile =
    places.worktree === undefined ? undefined : readSettings(join(places.worktree, 'afterwit.config.json'));
  return await resolveSettings({
    ...(userFile === undefined ? {} : { userFile }),
    ...(repositoryFile === undefined ? {} : { repositoryFile }),
    environment: places.environment,
    ...(places.overrides === undefined ? {} : { overrides: places.overrides }),
  });
}

/** A repository may hold anything under that name: a link out of it, a pipe that never ends, a gigabyte. */
function readSettings(path: string): SettingsText | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if (!found.isFile() || found.size > largestSettingsBytes) {
    throw new AfterwitError(
      'INVALID_SETTING',
      `${path} is not a plain file of at most 64 KiB. Correct it, or remove it.`,
      { data: { source: path } },
    );
  }
  return { path, text: readFileSync(path, 'utf8') };
}
