import { posix } from 'node:path';
import type { IModule } from 'dependency-cruiser';
import { rooms } from '../../architecture.mjs';

/** Folders of one room that import each other, directly or by way of others. */
export interface FolderCircle {
  /** A file of the first folder that imports from the second. */
  readonly from: string;
  readonly to: string;
  readonly rule: { readonly name: string };
  /** The folders, each importing the next and the last the first. */
  readonly cycle: readonly { readonly name: string }[];
}

interface Edge {
  readonly from: string;
  readonly to: string;
}

/** The circles between folders of one room, at every depth; one for each folder that begins one, by name. */
export function findFolderCircles(
  modules: readonly Pick<IModule, 'source' | 'dependencies'>[],
): readonly FolderCircle[] {
  return rooms.flatMap(({ path }) => {
    const inRoom = (file: string) => file.startsWith(`${path}/`) && !file.endsWith('.test.ts');
    const edges = modules
      .filter(({ source }) => inRoom(source))
      .flatMap(({ source, dependencies }) =>
        dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
      )
      .filter(({ to }) => inRoom(to));
    const deepest = Math.max(0, ...edges.map(({ from }) => from.split('/').length));
    const depths = Array.from({ length: deepest }, (_, index) => index + 1);
    const found = depths
      .filter((depth) => depth > path.split('/').length)
      .flatMap((depth) => circlesAt(depth, edges));
    return [
      ...new Map(found.map((circle) => [circle.cycle.map(({ name }) => name).join(), circle])).values(),
    ];
  });
}

function circlesAt(depth: number, edges: readonly Edge[]): readonly FolderCircle[] {
  const folderOf = (file: string) => posix.dirname(file).split('/').slice(0, depth).join('/');
  const arrows = new Map<string, Map<string, Edge>>();
  for (const edge of edges) {
    const [from, to] = [folderOf(edge.from), folderOf(edge.to)];
    if (from === to || from.startsWith(`${to}/`) || to.startsWith(`${from}/`)) continue;
    const leaving = arrows.get(from) ?? new Map<string, Edge>();
    if (!leaving.has(to)) leaving.set(to, edge);
    arrows.set(from, leaving);
  }
  const told = new Set<string>();
  return [...arrows.keys()].toSorted().flatMap((start) => {
    if (told.has(start)) return [];
    const way = shortestWayBack(start, arrows);
    if (way === undefined) return [];
    for (const folder of way) told.add(folder);
    const edge = arrows.get(start)?.get(way[1] ?? start);
    const names = way.map((name) => ({ name }));
    return edge === undefined ? [] : [{ ...edge, rule: { name: 'no-circle-between-folders' }, cycle: names }];
  });
}

/** The folders of the shortest circle through `start`, which comes first. */
function shortestWayBack(
  start: string,
  arrows: ReadonlyMap<string, ReadonlyMap<string, Edge>>,
): readonly string[] | undefined {
  const ways: (readonly string[])[] = [[start]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const next of arrows.get(way.at(-1) ?? start)?.keys() ?? []) {
      if (next === start) return way;
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return undefined;
}
