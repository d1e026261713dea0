import type { SettingsFiles } from '../../ports/settings-files.ts';
import { readSettingsFile } from './read-settings-file.ts';
import { replaceSettingsFile } from './replace-settings-file.ts';

export function openSettingsFiles(): SettingsFiles {
  return { read: readSettingsFile, replace: replaceSettingsFile };
}
