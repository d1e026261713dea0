import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const manifest = {
  name: 'kettle',
  version: '1.0.0',
  type: 'module',
  scripts: { build: 'node build.js', test: 'node --test' },
};

const kettle: Readonly<Record<string, string>> = {
  'package.json': `${JSON.stringify(manifest, undefined, 2)}\n`,
  '.gitignore': 'dist/\n',
  'build.js': `import { cpSync } from 'node:fs';

cpSync('src', 'dist', { recursive: true });
console.log('built dist/');
`,
  'src/boil.js': "export const boil = (litres) => litres + ' l at 100 °C';\n",
  'test/boil.test.js': testOf('boil', "assert.equal(boil(1), '1 l at 100 °C')"),
};

/** A test of a module as it is built. */
export function testOf(name: string, assertion: string): string {
  return `import assert from 'node:assert/strict';
import test from 'node:test';
import { ${name} } from '../dist/${name}.js';

test('${name}s', () => ${assertion});
`;
}

/**
 * A small project in a git repository of its own.
 * @param files - Default: those of a kettle, whose tests load what `npm run build` makes. Nothing is built yet.
 */
export function makeExampleProject(folder: string, environment: NodeJS.ProcessEnv, files = kettle): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: folder, env: environment, stdio: 'pipe' });
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.org');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Boil water');
}
