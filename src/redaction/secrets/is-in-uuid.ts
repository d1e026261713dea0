const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\w-])/iy;
const groupsBefore = /(?<![\w-])[0-9a-f]{8}-(?:[0-9a-f]{4}-){0,2}$/i;
/** Two groups and their hyphens may stand before the third, and one character more says that nothing else does. */
const longestBefore = 20;

/** Whether one of the groups of a UUID begins at `start`: `EAAA` in `CD8421DB-EAAA-6879-88A8-4C650000000C` begins no token. */
export function isInUuid(text: string, start: number): boolean {
  const before = groupsBefore.exec(text.slice(Math.max(0, start - longestBefore), start))?.[0] ?? '';
  uuid.lastIndex = start - before.length;
  return uuid.test(text);
}
