/** Values by dotted name: `{ 'memory.v3.enabled': true }`. */
export type DottedValues = Readonly<Record<string, unknown>>;

/** A tree of objects with values at its leaves: `{ memory: { v3: { enabled: true } } }`. */
export interface NestedValues {
  readonly [key: string]: unknown;
}

/** Whether a value has parts of its own. */
export function isTree(value: unknown): value is NestedValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Deeper than any setting; a part below it is a leaf, so that no file can exhaust the stack. */
const maximumDepth = 8;

/** Leaves of a tree by dotted name. Arrays are leaves; empty objects have none. */
export function flatten(tree: NestedValues): DottedValues {
  return Object.fromEntries(leavesOf(tree, '', 1));
}

function leavesOf(
  tree: NestedValues,
  prefix: string,
  depth: number,
): readonly (readonly [string, unknown])[] {
  return Object.entries(tree).flatMap(([key, value]) => {
    const name = prefix + key;
    return isTree(value) && depth < maximumDepth
      ? leavesOf(value, `${name}.`, depth + 1)
      : [[name, value] as const];
  });
}

/** Tree of values given by dotted name. A name that runs through another's leaf replaces it. */
export function nest(values: DottedValues): NestedValues {
  const tree = branch();
  for (const [name, value] of Object.entries(values)) {
    const keys = name.split('.');
    const last = keys.pop() ?? name;
    let at = tree;
    for (const key of keys) {
      const next = at[key];
      const child = isTree(next) ? (next as Record<string, unknown>) : branch();
      at[key] = child;
      at = child;
    }
    at[last] = value;
  }
  return tree;
}

/** Without a prototype, so that no name in a file reaches one. */
function branch(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}

export function freezeTree<T>(tree: T): T {
  if (isTree(tree)) for (const value of Object.values(tree)) freezeTree(value);
  return Object.freeze(tree);
}
