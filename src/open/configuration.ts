import { locateGitDirectory } from '../adapters/git/git-directory.ts';
import { checkSettings } from '../config/check-settings.ts';
import { requireSetting, valueFromWord } from '../config/edit-setting.ts';
import { describeSettings, userSettingsPath } from '../config/load-settings.ts';
import type { SettingValue } from '../config/option.ts';
import { parseSettingsText } from '../config/resolve-settings.ts';
import { readSettingsFile, writeSettingsFile } from '../config/settings-file.ts';
import { requirePerson } from '../engine/items/review-request.ts';
import type { SettingChange, SettingList } from '../model/answers/setup-report.ts';
import { AfterwitError, isAfterwitError } from '../model/errors.ts';
import type { Speaker } from '../model/provenance.ts';
import { addEntry, removeEntry, replaceValue } from '../text/json/edit-json.ts';
import { isFields } from '../text/json/fields.ts';
import { chooseHome, loginName } from './this-user.ts';

export interface ConfigurationOptions {
  /** Folder of memories and settings. Default: as for `openMemory`. */
  readonly home?: string | undefined;
  /** Path in the repository whose own settings count too. Default: the working folder. */
  readonly repository?: string | undefined;
  /** The asker. Default: an unknown one, who may look but change nothing. */
  readonly speaker?: Speaker | undefined;
}

/** The settings of a home, seen from a repository. */
export interface Configuration {
  /** Every setting, its value and source. @throws INVALID_SETTING when a source holds a value that does not fit */
  list(): Promise<SettingList>;
  /**
   * Writes a value into `config.json` of the home, and leaves the rest of the file as it is. Only a person may: settings decide
   * which memories are believed and shown. @throws INVALID_SETTING, NEEDS_PERSON, HOME_NOT_WRITABLE; nothing is changed then
   */
  set(name: string, value: string): Promise<SettingChange>;
  /** Takes a setting out of that file. @throws as `set` */
  unset(name: string): Promise<SettingChange>;
}

/** Opens the settings of a home; reads nothing yet. */
export function openConfiguration(options: ConfigurationOptions = {}): Configuration {
  const { speaker = { kind: 'unknown', name: loginName(), source: 'library' } } = options;
  const home = chooseHome(options.home);
  const list = () =>
    describeSettings({
      home,
      worktree: worktreeAround(options.repository ?? process.cwd()),
      environment: process.env,
    });
  const change = async (name: string, edit: EditSettings): Promise<SettingChange> => {
    requirePerson(speaker, 'change settings');
    const path = userSettingsPath(home);
    const before = readSettingsFile(path, 'links')?.text ?? '{}\n';
    const text = edit(before, parseSettingsText({ path, text: before }), name.split('.'));
    checkSettings(parseSettingsText({ path, text }), path);
    if (text !== before) writeSettingsFile(path, text);
    const setting = list().settings.find((view) => view.name === name);
    if (setting === undefined) throw new AfterwitError('INTERNAL', `The setting ${name} was lost.`);
    return { file: path, changed: text !== before, setting };
  };
  return {
    list: async () => list(),
    set: async (name, word) => {
      const value = valueFromWord(requireSetting(name), word);
      return await change(name, (text, tree, path) => withValue(text, tree, path, value));
    },
    unset: async (name) => await change(requireSetting(name).name, withoutValue),
  };
}

/** Changes the text of a settings file, of which the parsed tree and the path of a setting are given. */
type EditSettings = (text: string, tree: unknown, path: readonly string[]) => string;

function withValue(text: string, tree: unknown, path: readonly string[], value: SettingValue): string {
  const there = pathWithin(tree, path);
  if (there.length === path.length)
    return valueAt(tree, path) === value ? text : replaceValue(text, path, value);
  const [key, ...keys] = path.slice(there.length);
  const added = keys.reduceRight<unknown>((inner, each) => ({ [each]: inner }), value);
  // Where something else than an object stands, the schema would refuse the file with it.
  return isFields(valueAt(tree, there)) ? addEntry(text, there, added, key) : text;
}

function withoutValue(text: string, tree: unknown, path: readonly string[]): string {
  return pathWithin(tree, path).length === path.length ? removeEntry(text, path) : text;
}

/** The beginning of a path that the tree has. */
function pathWithin(tree: unknown, path: readonly string[]): readonly string[] {
  const missing = path.findIndex((key, depth) => {
    const parent = valueAt(tree, path.slice(0, depth));
    return !isFields(parent) || !Object.hasOwn(parent, key);
  });
  return missing === -1 ? path : path.slice(0, missing);
}

function valueAt(tree: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, key) => (isFields(at) ? at[key] : undefined), tree);
}

function worktreeAround(path: string): string | undefined {
  try {
    return locateGitDirectory(path).worktree;
  } catch (fault) {
    if (isAfterwitError(fault) && fault.code === 'NOT_A_REPOSITORY') return undefined;
    throw fault;
  }
}
