import { flatten, isTree, type NestedValues, nest } from './dotted-names.ts';
import { findSetting, settingTable } from './setting-table.ts';

/** The part of the names that belongs to the record of Memory V3, and to whoever writes for another version of it. */
const prefix = 'memory.';

/** Names under `memory.` that this version has no setting of: not obeyed, and not a fault. */
export function unknownMemorySettings(tree: unknown): readonly string[] {
  if (!isTree(tree) || !isTree(tree.memory)) return [];
  return Object.keys(flatten({ memory: tree.memory })).filter(isUnknown);
}

/** The same tree without them, for the schema, which knows no others. */
export function withoutUnknownMemory(tree: unknown): unknown {
  const unknown = new Set(unknownMemorySettings(tree));
  if (unknown.size === 0 || !isTree(tree)) return tree;
  const { memory, ...others } = tree;
  const known = Object.entries(flatten({ memory } as NestedValues)).filter(([name]) => !unknown.has(name));
  return { ...others, ...nest(Object.fromEntries(known)) };
}

/** A setting, or an object of settings, in which something else stands, is known and wrong. */
function isUnknown(name: string): boolean {
  if (!name.startsWith(prefix) || findSetting(name) !== undefined) return false;
  return !settingTable.some(
    (setting) => setting.name.startsWith(`${name}.`) || name.startsWith(`${setting.name}.`),
  );
}
