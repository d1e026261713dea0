import { AfterwitError } from '../model/errors.ts';
import { formerSetting } from './constants.ts';
import { flatten, isTree, type NestedValues } from './dotted-names.ts';
import { suggestSetting } from './nearest-names.ts';
import { describeValues, type Option, takesValue } from './option.ts';
import { show, warningLimit } from './setting-source.ts';
import { findSetting, isPartOfNames, settingTable } from './setting-table.ts';

interface Entry {
  readonly key: string;
  readonly found: unknown;
  /** The setting that it is to set. */
  readonly option?: Option | undefined;
  /** Only objects of settings may stand here. */
  readonly isPart?: boolean;
}

/**
 * Checks the values of one source. In a file of the user names of other versions are passed over.
 * @param source of the values, as the user knows it: a path, a variable, a flag.
 * @throws INVALID_SETTING
 * @returns values by dotted name, and warnings of the entries passed over
 */
export function checkSettings(tree: unknown, source: string, isFile = true) {
  const entries = isTree(tree) ? entriesOf(tree, '') : [{ key: '', found: tree, isPart: true }];
  const kept = isFile ? entries.filter(isKept) : [];
  const others = entries.filter((entry) => !kept.includes(entry));
  const faults = others.filter(({ option, found }) => option === undefined || !takesValue(option, found));
  const [fault] = faults;
  if (fault !== undefined) throw invalidSetting(fault, source, faults.length - 1);
  return {
    values: Object.fromEntries(others.map(({ key, found }) => [key, found])),
    warnings: kept
      .flatMap(leavesOf)
      .slice(0, warningLimit)
      .map((name) => ({
        source,
        message: `There is no setting ${show(name)} in this version; it was kept and not obeyed.${suggestSetting(name)}`,
      })),
  };
}

/** Lists the entries of a tree, as far down as settings have parts. */
function entriesOf(tree: NestedValues, prefix: string): readonly Entry[] {
  return Object.entries(tree).flatMap(([part, found]): readonly Entry[] => {
    const key = prefix + part;
    if (key === '$schema') return [];
    // A dotted name that was written as one key.
    if (part.includes('.')) return [{ key, found }];
    const isPart = isPartOfNames(key);
    if (isPart && isTree(found)) return entriesOf(found, `${key}.`);
    return [{ key, found, option: findSetting(key)?.option, isPart }];
  });
}

/** Names of its leaves: `packng` alone is no clue; `packng.budgetTokens`, the first value below it, is. */
function leavesOf({ key, found }: Entry): readonly string[] {
  return Object.keys(flatten({ [key]: found }));
}

/** Whether it is not obeyed and no fault: of a former version, or under `memory.` of another one. */
function isKept(entry: Entry): boolean {
  if (entry.option !== undefined || entry.isPart === true) return false;
  return leavesOf(entry).every((name) => formerSetting(name) !== undefined || isOfAnotherVersion(name));
}

/** The part of the names that belongs to the record of Memory V3, and to programs of another version of it. */
function isOfAnotherVersion(name: string): boolean {
  if (!name.startsWith('memory.') || findSetting(name) !== undefined || isPartOfNames(name)) return false;
  return !settingTable.some((setting) => name.startsWith(`${setting.name}.`));
}

function invalidSetting(entry: Entry, source: string, others: number): AfterwitError {
  const { key, option, isPart } = entry;
  const more = others > 0 ? ` ${others} more in the same place.` : '';
  if (option === undefined && isPart !== true) {
    const [name = key] = leavesOf(entry);
    return new AfterwitError(
      'INVALID_SETTING',
      `${source}: there is no setting ${show(key)}.${suggestSetting(name)} Remove it or correct its name; \`afterwit config --all\` lists them.${more}`,
      { data: { source, key } },
    );
  }
  const found = show(entry.found);
  const expected = option === undefined ? 'an object of settings' : describeValues(option);
  return new AfterwitError(
    'INVALID_SETTING',
    `${source}: ${key === '' ? 'the whole' : key} is ${found}. Make it ${expected}.${more}`,
    { data: { source, key, expected, found } },
  );
}
