import { requireSetting } from '../../config/edit-setting.ts';
import type { SettingView } from '../../model/answers/setup-report.ts';
import { renderSettingChange, renderSettings, renderSettingView } from '../rendering/render-settings.ts';
import type { Answer, Session } from '../session.ts';

/** Without a name: what is set, or with `--all` everything that can be; with one: that setting, explained. */
export async function runConfig({ configuration, arguments: [name], options }: Session): Promise<Answer> {
  const list = await (await configuration()).list();
  if (name !== undefined) {
    const { name: known } = requireSetting(name);
    const setting = list.settings.find((view) => view.name === known) as SettingView;
    return { value: setting, lines: (page) => renderSettingView(setting, list, page) };
  }
  const settings = list.settings.filter(({ setBy }) => options.all === true || setBy !== 'default');
  return { value: { ...list, settings }, lines: (page) => renderSettings(list, settings, page) };
}

export async function runConfigSet({
  configuration,
  arguments: [name = '', value = ''],
}: Session): Promise<Answer> {
  const change = await (await configuration()).set(name, value);
  return { value: change, lines: (page) => renderSettingChange(change, page) };
}

export async function runConfigUnset({ configuration, arguments: [name = ''] }: Session): Promise<Answer> {
  const change = await (await configuration()).unset(name);
  return { value: change, lines: (page) => renderSettingChange(change, page) };
}
