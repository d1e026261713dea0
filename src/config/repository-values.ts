import { type DottedValues, flatten, type NestedValues } from './dotted-names.ts';
import { suggestSetting } from './nearest-names.ts';
import { describeValues, isNumberOf, isNumberOption, optionInRepository, takesValue } from './option.ts';
import { type SettingsText, type SettingWarning, show, warningLimit } from './setting-source.ts';
import { findSetting, isPartOfNames } from './setting-table.ts';

/** Values of a repository's own file, and warnings of those not obeyed. */
export interface RepositoryValues {
  readonly values: DottedValues;
  readonly warnings: readonly SettingWarning[];
}

/** A value that may be used, and the warning about it. */
interface Verdict {
  readonly value?: unknown;
  /** Made only for the warnings that are passed on: a file may hold thousands. */
  readonly warning?: () => string;
}

/**
 * Reads the settings that a repository brings along. Its author is not the user, so nothing in it is an
 * error: a forbidden setting or a bad value is passed over; a number outside the range in which afterwit
 * stays useful is moved to its end. So no file makes afterwit worse than none does.
 */
export function readRepositoryValues({ path: source, text }: SettingsText): RepositoryValues {
  const tree = parse(text);
  if (tree === undefined) {
    const message = 'It is no JSON object of settings; it was not obeyed. Correct it, or remove the file.';
    return { values: {}, warnings: [{ source, message }] };
  }
  const verdicts = Object.entries(flatten(tree))
    .filter(([name]) => name !== '$schema')
    .map(([name, value]) => [name, judge(name, value)] as const);
  return {
    values: Object.fromEntries(
      verdicts.flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value]])),
    ),
    warnings: verdicts
      .flatMap(([, { warning }]) => (warning === undefined ? [] : [warning]))
      .slice(0, warningLimit)
      .map((warning) => ({ source, message: warning() })),
  };
}

function parse(text: string): NestedValues | undefined {
  try {
    const tree: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return typeof tree === 'object' && tree !== null && !Array.isArray(tree)
      ? (tree as NestedValues)
      : undefined;
  } catch {
    return undefined;
  }
}

function judge(name: string, value: unknown): Verdict {
  const setting = findSetting(name);
  if (setting === undefined) {
    // Its parts would be names of their own, had it any.
    if (isPartOfNames(name)) return notObeyed(name, value, 'an object of settings');
    return {
      warning: () => `There is no setting ${show(name)}; it was passed over.${suggestSetting(name)}`,
    };
  }
  if (!setting.repositoryMaySet) {
    return {
      warning: () =>
        `A repository may not set ${show(name)}; it was not obeyed. Set it in config.json of your home if you want it.`,
    };
  }
  const option = optionInRepository(setting.option);
  if (takesValue(option, value)) return { value };
  if (!isNumberOption(option) || !isNumberOf(option, value))
    return notObeyed(name, value, describeValues(option));
  const { minimum = value, maximum = value } = option;
  const useful = Math.min(Math.max(value, minimum), maximum);
  const warning = (): string =>
    `${show(name)} is ${show(value)}; ${useful} was taken. A repository may make it ${describeValues(option)}.`;
  return { value: useful, warning };
}

function notObeyed(name: string, value: unknown, wanted: string): Verdict {
  return {
    warning: () => `${show(name)} is ${show(value)}; it was not obeyed. Make it ${wanted}.`,
  };
}
