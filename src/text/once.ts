/** Computes a value when it is first asked for, and not again. */
export function once<T>(compute: () => T): () => T {
  let result: { readonly value: T } | undefined;
  return () => {
    result ??= { value: compute() };
    return result.value;
  };
}

/** Values by their keys; of a WeakMap they end with these. */
interface Known<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** Computes the value of a key when it is first asked for, and not again. */
export function oncePerKey<Key, Value extends object | string | number | boolean>(
  compute: (key: Key) => Value,
  known: Known<Key, Value> = new Map<Key, Value>(),
): (key: Key) => Value {
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const value = compute(key);
    known.set(key, value);
    return value;
  };
}
