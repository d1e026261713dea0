import { AfterwitError } from '../model/errors.ts';
import { suggestSetting } from './nearest-names.ts';
import { describeValues, isNumberOption, isSwitch, type SettingValue } from './option.ts';
import { show } from './setting-source.ts';
import { findSetting, type Setting } from './setting-table.ts';

/** @throws INVALID_SETTING when there is no setting of this name */
export function requireSetting(name: string): Setting {
  const setting = findSetting(name);
  if (setting !== undefined) return setting;
  throw new AfterwitError(
    'INVALID_SETTING',
    `There is no setting ${show(name)}.${suggestSetting(name)} \`afterwit config --all\` lists them.`,
    { data: { source: 'command line', key: name } },
  );
}

/** The value that a word of a command line stands for. Its range is checked with the file. @throws INVALID_SETTING */
export function valueFromWord({ name, option }: Setting, word: string): SettingValue {
  if (isSwitch(option)) {
    if (word === 'true' || word === 'false') return word === 'true';
    throw unfit({ name, option }, word);
  }
  if (!isNumberOption(option)) return word;
  const value = word.trim() === '' ? Number.NaN : Number(word);
  if (Number.isFinite(value)) return value;
  throw unfit({ name, option }, word);
}

function unfit({ name, option }: Pick<Setting, 'name' | 'option'>, word: string): AfterwitError {
  const expected = describeValues(option);
  return new AfterwitError('INVALID_SETTING', `${name} is ${show(word)}. Make it ${expected}.`, {
    data: { source: 'command line', key: name, expected, found: show(word) },
  });
}
