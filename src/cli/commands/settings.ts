import { requireSetting } from '../../config/edit-setting.ts';
import type { SettingChange, SettingList, SettingView } from '../../model/answers/setup-report.ts';
import { invalidArgument } from '../../model/errors.ts';
import { countOf } from '../../wording/formats.ts';
import { renderCompletion, shells } from '../command-line/render-completion.ts';
import { type Block, blank, bold, cyan, dim, field, table, text, unbroken, yellow } from '../page.ts';
import type { Answer, Session } from '../session.ts';

/** Without a name: the set values, or with `--all` all settings; with a name: that setting, explained. */
export async function config({ configuration, arguments: [name], options }: Session): Promise<Answer> {
  const list = await (await configuration()).list();
  if (name !== undefined) {
    const { name: known } = requireSetting(name);
    const setting = list.settings.find((view) => view.name === known) as SettingView;
    return { value: setting, shown: showSetting(setting, list) };
  }
  const settings = list.settings.filter(({ setBy }) => options.all === true || setBy !== 'default');
  return { value: { ...list, settings }, shown: showSettings(list, settings) };
}

export async function configSet({ configuration, arguments: given }: Session): Promise<Answer> {
  const [name = '', value = ''] = given;
  const change = await (await configuration()).set(name, value);
  return { value: change, shown: showChange(change) };
}

export async function configUnset({ configuration, arguments: [name = ''] }: Session): Promise<Answer> {
  const change = await (await configuration()).unset(name);
  return { value: change, shown: showChange(change) };
}

/** Shows the requested settings, and the source of each. */
function showSettings(
  { file, settings: all, warnings }: SettingList,
  settings: readonly SettingView[],
): Block {
  const rest = all.length - settings.length;
  return [
    settings.length === 0
      ? text(bold('Nothing is set'), `: all ${countOf(all.length, 'setting')} have their defaults.`)
      : table(
          settings.map((setting) => [
            setting.setBy === 'default' ? setting.name : bold(setting.name),
            cyan(shownValue(setting)),
            dim(originOf(setting)),
          ]),
        ),
    warnings.map(({ source, message }) => text(yellow(`${source}: `), message)),
    blank,
    rest > 0 &&
      settings.length > 0 &&
      text(dim(`${countOf(rest, 'other setting')} have their defaults; --all lists them.`)),
    text(
      dim(`Yours are in ${file}. Explain one: `),
      'afterwit config NAME',
      dim('; change one: '),
      'afterwit config set NAME VALUE',
    ),
  ];
}

function showSetting(setting: SettingView, { file }: SettingList): Block {
  const { name, description, allowed, environmentVariable, repositoryMaySet } = setting;
  return [
    unbroken(bold(name), ' = ', cyan(shownValue(setting))),
    text(description),
    blank,
    field('set by', originOf(setting)),
    field('default', shownValue({ ...setting, value: setting.default })),
    field('values', allowed),
    field('variable', environmentVariable ?? 'none: only the file of your home sets it'),
    field('file', file),
    repositoryMaySet && field('', 'A repository may set it in its afterwit.config.json.'),
  ];
}

function showChange({ file, changed, setting }: SettingChange): Block {
  const isOverruled = setting.setBy === 'repository_file' || setting.setBy === 'environment';
  return [
    text(
      bold(changed ? 'Changed' : 'Nothing to change'),
      ` in ${file}: `,
      bold(setting.name),
      ' is ',
      cyan(shownValue(setting)),
      dim(` (${originOf(setting)})`),
    ),
    isOverruled && text(yellow(`${setting.source} has the last word here.`)),
  ];
}

function shownValue({ value, unit }: SettingView): string {
  return unit === undefined ? String(value) : `${value} ${unit}`;
}

function originOf({ setBy, source }: SettingView): string {
  return setBy === 'default' ? 'default' : (source ?? setBy);
}

export async function completion({ arguments: [name] }: Session): Promise<Answer> {
  const shell = shells.find((known) => known === name);
  if (shell === undefined) throw invalidArgument(`Name a shell: ${shells.join(', ')}.`);
  const program = renderCompletion(shell);
  return { value: { shell, program }, shown: undefined, verbatim: program };
}
