import type { SettingChange, SettingList, SettingView } from '../../model/answers/setup-report.ts';
import { countOf } from '../../wording/format-number.ts';
import { alignColumns } from '../terminal/layout.ts';
import { type Line, line, span } from '../terminal/line.ts';
import { blank, labelled, type Page, sentence } from './page.ts';

/** Answer of `config`: the settings that were asked for, and what set each. */
export function renderSettings(
  { file, settings: all, warnings }: SettingList,
  settings: readonly SettingView[],
  page: Page,
): readonly Line[] {
  const rest = all.length - settings.length;
  return [
    ...(settings.length === 0
      ? sentence(
          page,
          span('Nothing is set', 'bold'),
          `: all ${countOf(all.length, 'setting')} have their defaults.`,
        )
      : alignColumns(
          settings.map((setting) => [
            line(span(setting.name, setting.setBy === 'default' ? undefined : 'bold')),
            line(span(shownValue(setting), 'cyan')),
            line(span(originOf(setting), 'dim')),
          ]),
        )),
    ...warnings.flatMap(({ source, message }) => sentence(page, span(`${source}: `, 'yellow'), message)),
    blank,
    ...(rest > 0 && settings.length > 0
      ? sentence(
          page,
          span(`${countOf(rest, 'other setting')} have their defaults; --all lists them.`, 'dim'),
        )
      : []),
    ...sentence(
      page,
      span(`Yours are in ${file}. Explain one: `, 'dim'),
      'afterwit config NAME',
      span('; change one: ', 'dim'),
      'afterwit config set NAME VALUE',
    ),
  ];
}

/** Answer of `config NAME`. */
export function renderSettingView(setting: SettingView, { file }: SettingList, page: Page): readonly Line[] {
  const { name, description, allowed, environmentVariable, repositoryMaySet } = setting;
  return [
    line(span(name, 'bold'), ' = ', span(shownValue(setting), 'cyan')),
    ...sentence(page, description),
    blank,
    ...labelled('set by', [originOf(setting)], page),
    ...labelled('default', [shownValue({ ...setting, value: setting.default })], page),
    ...labelled('values', [allowed], page),
    ...labelled('variable', [environmentVariable ?? 'none: only the file of your home sets it'], page),
    ...labelled('file', [file], page),
    ...(repositoryMaySet ? labelled('', ['A repository may set it in its afterwit.config.json.'], page) : []),
  ];
}

/** Answer of `config set` and `config unset`. */
export function renderSettingChange({ file, changed, setting }: SettingChange, page: Page): readonly Line[] {
  const isOverruled = setting.setBy === 'repository_file' || setting.setBy === 'environment';
  return [
    ...sentence(
      page,
      span(changed ? 'Changed' : 'Nothing to change', 'bold'),
      ` in ${file}: `,
      span(setting.name, 'bold'),
      ' is ',
      span(shownValue(setting), 'cyan'),
      span(` (${originOf(setting)})`, 'dim'),
    ),
    ...(isOverruled ? sentence(page, span(`${setting.source} has the last word here.`, 'yellow')) : []),
  ];
}

function shownValue({ value, unit }: SettingView): string {
  return unit === undefined ? String(value) : `${value} ${unit}`;
}

function originOf({ setBy, source }: SettingView): string {
  return setBy === 'default' ? 'default' : (source ?? setBy);
}
