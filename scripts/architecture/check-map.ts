import { globSync } from 'node:fs';
import { sep } from 'node:path';
import { commandEntry, libraryEntry, rooms } from '../../architecture.mjs';

/** What the map and the folders under `src/` do not agree on, each with what to do. Empty when they agree. */
export function checkMap(root: string): readonly string[] {
  const files = globSync('src/**/*.ts', { cwd: root }).map((file) => file.replaceAll(sep, '/'));
  const holds = (path: string) => files.some((file) => file.startsWith(`${path}/`));
  const homeless = files.filter(
    (file) =>
      ![libraryEntry, commandEntry].includes(file) && !rooms.some(({ path }) => file.startsWith(`${path}/`)),
  );
  return [
    ...rooms
      .filter(({ path }) => !holds(path))
      .map(
        ({ path }) => `${path} is on the map but nothing lives there: take its line out of architecture.mjs.`,
      ),
    ...homeless.map(
      (file) => `${file} lies in no room: move it into one, or add the room to architecture.mjs.`,
    ),
  ];
}
