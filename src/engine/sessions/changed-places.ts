import type { FixEpisode } from '../../capture/fix-episode.ts';
import { placeAddedLines } from '../../capture/place-added-lines.ts';
import { readStructure } from '../../codebase/index-blob.ts';
import { cutFunctions, touchedFunctions } from '../../locate/cut-functions.ts';
import { placeSeparator } from '../../model/item-body.ts';
import { languageOf } from '../../text/path-role.ts';
import type { MiningDependencies } from './mining-dependencies.ts';

/** A change of more files is about none in particular. */
const mostFiles = 5;
/** A place is shown before anybody confirms the fix: a name in quotes, or a path with spaces, could hold prose. */
const plain = /^[\w$.?!<>~=@/+-]{1,160}$/;

/**
 * The files that a fix changed and the functions of them, as `path` and `path::Class.method`, by which it is found where one of these is
 * to be changed again. Functions are those in which its lines stand now: of what it only took away, or was written over since, the file is
 * known.
 */
export async function changedPlaces(
  { remedy }: Pick<FixEpisode, 'remedy'>,
  { files, openParser }: Pick<MiningDependencies, 'files' | 'openParser'>,
): Promise<readonly string[]> {
  if (remedy.kind !== 'edit' || files === undefined) return [];
  const places: string[] = [];
  for (const { path, added } of remedy.files.slice(0, mostFiles)) {
    const bytes = files.read(path)?.bytes;
    if (bytes === undefined || !plain.test(path) || languageOf(path) === undefined) continue;
    const text = new TextDecoder().decode(bytes);
    const lines = text.split('\n');
    const changes = placeAddedLines(added, lines);
    places.push(path);
    if (changes.length === 0) continue;
    const { symbols } = await readStructure(await openParser(), path, text);
    for (const { cut } of touchedFunctions(cutFunctions(symbols), changes, lines))
      if (plain.test(cut.name)) places.push(`${path}${placeSeparator}${cut.name}`);
  }
  return places;
}
