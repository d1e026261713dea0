import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { builtFile } from '../doors/built-file.ts';

/** Packages that take long to load, and must wait until they are needed. */
const slowPackages = ['pino'];

interface Chunk {
  readonly text: string;
  readonly statically: readonly string[];
  readonly dynamically: readonly string[];
}

function readChunk(file: string): Chunk {
  const text = readFileSync(file, 'utf8');
  const targets = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, target = '']) => join(dirname(file), target));
  return {
    text,
    statically: targets(
      /^(?:(?:import|export)\b[^;'"]*|(?:(?:const|let) \w+ = )?require\()["'](\.[^"']+)["']/gm,
    ),
    dynamically: targets(/=> (?:require_rolldown_runtime\.__toESM\()?require\(["'](\.[^"']+)["']\)/g),
  };
}

/** All chunks an entry loads: at start, or ever. */
function chunksOf(entry: string, when: 'at start' | 'ever'): readonly Chunk[] {
  const files = new Set([builtFile(entry)]);
  const chunks: Chunk[] = [];
  for (const file of files) {
    const chunk = readChunk(file);
    chunks.push(chunk);
    for (const next of [...chunk.statically, ...(when === 'ever' ? chunk.dynamically : [])]) files.add(next);
  }
  return chunks;
}

/** The bundler marks where each module begins with a comment that names it. */
function packagesIn(chunks: readonly Chunk[]): readonly string[] {
  return slowPackages.filter((name) =>
    chunks.some(({ text }) => new RegExp(`^// .*node_modules/${name}/`, 'm').test(text)),
  );
}

test.each(['programs/cli.js', 'programs/index.js'])('%s loads no slow package at start', (entry) => {
  expect(packagesIn(chunksOf(entry, 'at start'))).toEqual([]);
});

test('the slow packages are there for when they are needed', () => {
  expect(packagesIn(chunksOf('programs/cli.js', 'ever'))).toEqual(slowPackages);
});

test('the published entry imports nothing before it has checked the version of Node.js', () => {
  const { text, statically } = readChunk(builtFile('bin.js'));
  expect(text).toMatch(/^#!\/usr\/bin\/env node\n/);
  expect(statically).toEqual([]);
  expect(text).not.toMatch(/^import\b(?!\()/m);
});

test('the thread that reads code is found from the chunk that starts it', () => {
  const chunks = join(builtFile('programs/cli.js'), '..', 'chunks');
  const starters = readdirSync(chunks).filter((name) =>
    readFileSync(join(chunks, name), 'utf8').includes('syntax-worker.js'),
  );
  expect(starters).not.toEqual([]);
  for (const name of starters) {
    const places = readFileSync(join(chunks, name), 'utf8').match(/[./]+\/syntax-worker\.js/g) ?? [];
    expect(places.some((place) => existsSync(join(chunks, place)))).toBe(true);
  }
});
