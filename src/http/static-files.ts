import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DoorFault } from './problem.ts';

/** Folders beside the programs of the package; from the source, where the build puts it. */
const places = ['../dashboard/', '../../dist/dashboard/'];

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
};

const foreverCached = 'public, max-age=31536000, immutable';

/**
 * The page, at `/`, and its files. The files are listed when the server starts; an address is looked up and never becomes a
 * path.
 */
export function openStaticFiles(folder = findFolder()): (path: string) => Promise<Response> {
  const files = new Map(
    folder === undefined ? [] : listFiles(folder).map((name) => [`/${name}`, join(folder, name)]),
  );
  return async (path) => {
    const name = path === '/' ? '/index.html' : path;
    const file = files.get(name);
    if (file === undefined)
      throw new DoorFault('NOT_FOUND', 'There is no such address. /api/openapi.json says what can be asked.');
    return new Response(await readFile(file), {
      headers: {
        'content-type': types[extname(name)] ?? 'application/octet-stream',
        ...(/-[\w-]{8,}\.\w+$/.test(name) ? { 'cache-control': foreverCached } : {}),
      },
    });
  };
}

function findFolder(): string | undefined {
  return places
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((folder) => existsSync(join(folder, 'index.html')));
}

function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile()
      ? [join(entry.parentPath, entry.name).slice(folder.length).replaceAll('\\', '/').replace(/^\//, '')]
      : [],
  );
}
