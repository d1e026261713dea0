/** Longer texts are rarely met again, and would fill the memory. */
const longestRemembered = 4_000;

/**
 * The same function, which remembers what it gave for the last texts: a process that answers many questions reads the same
 * few texts for each. Bounded, then started afresh.
 *
 * @param derive depends on the text alone; what it gives is never changed
 */
export function rememberTexts<T>(derive: (text: string) => T, most: number): (text: string) => T {
  const remembered = new Map<string, { readonly value: T }>();
  return (text) => {
    if (text.length > longestRemembered) return derive(text);
    const known = remembered.get(text);
    if (known !== undefined) return known.value;
    const value = derive(text);
    if (remembered.size >= most) remembered.clear();
    remembered.set(text, { value });
    return value;
  };
}
