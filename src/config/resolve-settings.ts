import { requireRewardOrder } from '../gate/options.ts';
import { AfterwitError } from '../model/errors.ts';
import { type DottedValues, nest } from './dotted-names.ts';
import { suggestVariable } from './nearest-settings.ts';
import { isNumberOption } from './option.ts';
import { readRepositoryValues } from './repository-values.ts';
import type { SettingSources, SettingsText, SettingWarning } from './setting-source.ts';
import { show } from './setting-source.ts';
import { settingTable } from './setting-table.ts';
import { defaultSettings, type Settings, settingsWith } from './settings.ts';

export interface ResolvedSettings {
  readonly settings: Settings;
  /** What was set by any source, by dotted name. */
  readonly values: DottedValues;
  readonly warnings: readonly SettingWarning[];
}

type Environment = NonNullable<SettingSources['environment']>;

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
  const { userFile, repositoryFile, environment = {}, overrides = {} } = sources;
  const repository = repositoryFile && readRepositoryValues(repositoryFile);
  const warnings = [...(repository?.warnings ?? []), ...unknownVariables(environment)];
  const ofUser = userFile ? [{ source: userFile.path, values: readJson(userFile) }] : [];
  const ofProcess = [...environmentLayers(environment), ...overrideLayers(overrides)];
  const values = {
    ...(await checkLayers(ofUser)),
    ...repository?.values,
    ...(await checkLayers(ofProcess)),
  };
  const settings = Object.keys(values).length === 0 ? defaultSettings : settingsWith(values);
  requireRewardOrder(settings.gate.reward);
  return { settings, values, warnings };
}

async function checkLayers(layers: readonly Layer[]): Promise<DottedValues> {
  if (layers.length === 0) return {};
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

const otherVariables: ReadonlySet<string> = new Set(['AFTERWIT_HOME', 'AFTERWIT_DEBUG']);

const ofEnvironment = settingTable.filter(({ environmentMaySet }) => environmentMaySet);

function unknownVariables(environment: Environment): readonly SettingWarning[] {
  const variables = new Set(ofEnvironment.map(({ environmentVariable }) => environmentVariable));
  return Object.keys(environment)
    .filter((name) => name.startsWith('AFTERWIT_') && !variables.has(name) && !otherVariables.has(name))
    .map((source) => ({
      source,
      message: `No setting has the variable ${show(source)}; it was passed over.${suggestVariable(source)}`,
    }));
}

function environmentLayers(environment: Environment): readonly Layer[] {
  return ofEnvironment.flatMap(({ name, option, environmentVariable }) => {
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
