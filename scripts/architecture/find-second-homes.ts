import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { homes, rooms, roomsBelow } from '../../architecture.mjs';
import type { ForbiddenMention } from './find-mentions.ts';

/**
 * Places that look like a second home of an idea on the ground, in rooms that may import the first.
 * @param files Paths from `root`
 */
export function findSecondHomes(root: string, files: readonly string[]): readonly ForbiddenMention[] {
  return files.flatMap((from) => {
    const own = rooms.find(({ path }) => from.startsWith(`${path}/`));
    if (own === undefined) return [];
    const below = [own, ...roomsBelow(own.floor)].map(({ path }) => `${path}/`);
    const text = readFileSync(join(root, from), 'utf8');
    return homes
      .filter(({ home }) => !from.startsWith(home) && below.some((path) => home.startsWith(path)))
      .filter(({ signs }) => signs.some((sign) => new RegExp(sign).test(text)))
      .map(({ name, home }) => ({ from, to: home, rule: { name } }));
  });
}
