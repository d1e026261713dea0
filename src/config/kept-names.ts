import { formerSetting } from './constants.ts';
import { flatten, isTree, nest } from './dotted-names.ts';
import { findSetting, settingTable } from './setting-table.ts';

/** The part of the names that belongs to the record of Memory V3, and to programs of another version of it. */
const prefix = 'memory.';

/** Names that are not obeyed and no fault: of a former version, and under `memory.` of another one. */
export function keptNames(tree: unknown): readonly string[] {
  return isTree(tree) ? Object.keys(flatten(tree)).filter(isKept) : [];
}

/** The same tree without them, for the schema, which knows no others. */
export function withoutKeptNames(tree: unknown): unknown {
  const kept = new Set(keptNames(tree));
  if (kept.size === 0 || !isTree(tree)) return tree;
  return nest(Object.fromEntries(Object.entries(flatten(tree)).filter(([name]) => !kept.has(name))));
}

/** A setting, or an object of settings, in which something else stands, is known and wrong. */
function isKept(name: string): boolean {
  if (formerSetting(name) !== undefined) return true;
  if (!name.startsWith(prefix) || findSetting(name) !== undefined) return false;
  return !settingTable.some(
    (setting) => setting.name.startsWith(`${name}.`) || name.startsWith(`${setting.name}.`),
  );
}
