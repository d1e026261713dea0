import { AfterwitError } from '../model/errors.ts';
import { suggestSetting } from './nearest-names.ts';
import { describeValues, type SettingValue, valueOfText } from './option.ts';
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
  const value = valueOfText(option, word);
  if (typeof value === typeof option.default) return value;
  const expected = describeValues(option);
  throw new AfterwitError('INVALID_SETTING', `${name} is ${show(word)}. Make it ${expected}.`, {
    data: { source: 'command line', key: name, expected, found: show(word) },
  });
}
