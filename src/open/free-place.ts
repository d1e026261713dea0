import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { requirePerson } from '../engine/items/review-request.ts';
import { invalidArgument } from '../model/errors.ts';
import type { Speaker } from '../model/provenance.ts';

/** It lies beside every memory that was opened, and beside no copy. */
const markOfHome = 'memory.db.lock';
const folderOfCopies = 'backups';

/**
 * Refuses a file for a copy of the memory that an agent names, since a shell could run it at its start, or that lies in a home,
 * where a file name alone may confirm a person.
 * @throws NEEDS_PERSON, INVALID_ARGUMENT
 */
export function requireFreePlace(path: string, speaker: Speaker): void {
  if (speaker.kind === 'agent') requirePerson(speaker, 'name the file that memories are written to');
  let folder = resolve(path);
  while (!existsSync(folder)) folder = dirname(folder);
  // The written file lies inside of the folder, or is it.
  let inside = join(realpathSync.native(folder), relative(folder, resolve(path)), 'x');
  for (let next = dirname(inside); next !== inside; [inside, next] = [next, dirname(next)])
    if (existsSync(join(next, markOfHome)) && basename(inside) !== folderOfCopies)
      throw invalidArgument(
        `"${path}" lies in a home of afterwit, where it could change what is believed. Name another place.`,
        { path },
      );
}
