import type { SettingView } from '../model/answers/setup-report.ts';
import { describeValues, isNumberOption, type SettingValue } from './option.ts';
import type { SettingLayer } from './resolve-settings.ts';
import type { Setting } from './setting-table.ts';

/** A setting with its value: of the last layer that has one, else the default. */
export function viewSetting(
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
