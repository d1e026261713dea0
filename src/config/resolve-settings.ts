import { AfterwitError } from '../model/errors.ts';
import { type DottedValues, flatten, type NestedValues, nest } from './dotted-names.ts';
import { isNumberOption } from './option.ts';
import type { SettingSources, SettingsText, SettingWarning } from './setting-source.ts';
import { show, warningLimit } from './setting-source.ts';
import { findSetting, settingTable } from './setting-table.ts';
import { defaultSettings, type Settings, settingsWith } from './settings.ts';

export interface ResolvedSettings {
  readonly settings: Settings;
  /** What was set by any source, by dotted name. */
  readonly values: DottedValues;
  readonly warnings: readonly SettingWarning[];
}

/** Values of one source, not checked yet, under the name that an error gives to it. */
interface Layer {
  readonly source: string;
  readonly values: unknown;
}

/**
 * Settings from defaults, the user's file, the repository's file, the environment and overrides; later ones win.
 * Decided by its arguments alone. The schema, slow to load, is loaded only when there is something to check.
 *
 * @throws INVALID_SETTING
 */
export async function resolveSettings(sources: SettingSources): Promise<ResolvedSettings> {
  const warnings: SettingWarning[] = [];
  const layers = [
    ...(sources.userFile ? [{ source: sources.userFile.path, values: readJson(sources.userFile) }] : []),
    ...repositoryLayers(sources.repositoryFile, warnings),
    ...environmentLayers(sources.environment ?? {}, warnings),
    ...overrideLayers(sources.overrides ?? {}),
  ];
  if (layers.length === 0) return { settings: defaultSettings, values: {}, warnings };
  const values = await checkLayers(layers);
  return { settings: settingsWith(values), values, warnings };
}

async function checkLayers(layers: readonly Layer[]): Promise<DottedValues> {
  const { parseSettings } = await import('./schema.ts');
  return Object.assign({}, ...layers.map(({ source, values }) => parseSettings(values, source)));
}

function readJson({ path, text }: SettingsText): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new AfterwitError('INVALID_SETTING', `${path} is not JSON. Correct it, or remove the file.`, {
      data: { source: path, key: '', expected: 'JSON', found: cause instanceof Error ? cause.message : '' },
      cause,
    });
  }
}

/** What a repository may not set is left out with a warning: its author is not the user. */
function repositoryLayers(file: SettingsText | undefined, warnings: SettingWarning[]): readonly Layer[] {
  if (file === undefined) return [];
  const source = file.path;
  const values = readJson(file);
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return [{ source, values }];
  const permitted: [string, unknown][] = [];
  const refused: string[] = [];
  for (const [name, value] of Object.entries(flatten(values as NestedValues))) {
    if (findSetting(name)?.repositoryMaySet) permitted.push([name, value]);
    else if (name !== '$schema') refused.push(name);
  }
  for (const name of refused.slice(0, warningLimit)) {
    const message = `A repository may not set ${show(name)}; it was not obeyed. Set it in config.json of your home if you want it.`;
    warnings.push({ source, message });
  }
  return permitted.length === 0 ? [] : [{ source, values: nest(Object.fromEntries(permitted)) }];
}

const otherVariables: ReadonlySet<string> = new Set(['AFTERWIT_HOME', 'AFTERWIT_DEBUG']);

function environmentLayers(
  environment: NonNullable<SettingSources['environment']>,
  warnings: SettingWarning[],
): readonly Layer[] {
  const settings = settingTable.filter(({ environmentMaySet }) => environmentMaySet);
  const variables = new Set(settings.map(({ environmentVariable }) => environmentVariable));
  for (const source of Object.keys(environment)) {
    if (!source.startsWith('AFTERWIT_') || variables.has(source) || otherVariables.has(source)) continue;
    warnings.push({ source, message: `No setting has the variable ${show(source)}; it was passed over.` });
  }
  return settings.flatMap(({ name, option, environmentVariable }) => {
    const text = environment[environmentVariable];
    // Set to nothing is how a shell line takes a variable back.
    if (text === undefined || text === '') return [];
    const value = isNumberOption(option) ? toNumber(text) : text;
    return [{ source: environmentVariable, values: nest({ [name]: value }) }];
  });
}

/** Text that is no number stays text, for the schema to refuse. */
function toNumber(text: string): number | string {
  return /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(text.trim()) ? Number(text) : text;
}

/** One layer a value: an error then names the option that was given. */
function overrideLayers(overrides: NonNullable<SettingSources['overrides']>): readonly Layer[] {
  return Object.entries(overrides)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({ source: `option ${show(name)}`, values: nest({ [name]: value }) }));
}
