import type { SettingsFiles } from '../../ports/settings-files.ts';
import { readSettingsFile } from './read-settings-file.ts';
import { replaceSettingsFile } from './replace-settings-file.ts';

/** @param root folder that must be there; missing folders of an agent below it are made */
export function openSettingsFiles(root: string): SettingsFiles {
  return {
    read: readSettingsFile,
    replace: (file, replacement) => replaceSettingsFile(file, replacement, root),
  };
}
