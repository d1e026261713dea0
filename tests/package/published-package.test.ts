import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, test as always, beforeAll, expect } from 'vitest';
import { pluginPages } from '../../scripts/docs/plugin-pages.ts';
import { top } from '../doors/built-file.ts';
import { isFull } from '../effort.ts';
import { type InstalledPackage, installPackage } from './install-package.ts';

const run = promisify(execFile);
/** npm packs and installs. */
const test = always.runIf(isFull);

let installed: InstalledPackage;
beforeAll(async () => {
  installed = await installPackage();
});
afterAll(() => installed[Symbol.asyncDispose]());

test('holds what users need and nothing of the workshop', () => {
  const paths = installed.files.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining([
      'package.json',
      'LICENSE',
      'CHANGELOG.md',
      'dist/programs/answers/default-2025-06-18.json',
      'dist/bin.js',
      'dist/programs/cli.js',
      'dist/index.js',
      'dist/programs/mcp.js',
      'dist/programs/http.js',
      'dist/hooks/claude-code.js',
      'dist/grammars/tree-sitter-python.wasm',
      'dist/grammars/web-tree-sitter.wasm',
      'dist/licences.txt',
      'dist/sbom.cdx.json',
      'dist/syntax-worker.js',
      'dist/types/index.d.ts',
      'server.json',
      'skills/afterwit/SKILL.md',
      ...pluginPages.map(({ path }) => path),
    ]),
  );
  const expected =
    /^(?:package\.json|server\.json|LICENSE|README\.md|CHANGELOG\.md|\.(?:claude|codex)-plugin\/\w+\.json|plugin\/[\w-]+\.json|skills\/afterwit\/SKILL\.md|dist\/(?:.*\.js|dashboard\/(?:[\w-]+\/)*[\w.-]+\.(?:html|css|svg)|programs\/answers\/[\w-]+\.json|(?:programs|hooks)\/package\.json|grammars\/[\w-]+\.wasm|licences\.txt|sbom\.cdx\.json|types\/.*\.d\.ts))$/;
  expect(paths.filter((path) => !expected.test(path))).toEqual([]);
});

test('is small', () => {
  const bytesOf = (wanted: (path: string) => boolean) =>
    installed.files.filter(({ path }) => wanted(path)).reduce((sum, { size }) => sum + size, 0);
  const isGrammar = (path: string) => path.startsWith('dist/grammars/');
  const isVocabulary = (path: string) => /o200k_base/.test(path);
  // Our code and the bundled packages, a little over an eighth of the promised 40 MB, so that a wrong bundle shows. Programs started
  // as hooks have their own copies of shared code.
  expect(bytesOf((path) => !isGrammar(path) && !isVocabulary(path))).toBeLessThan(5_850_000);
  expect(bytesOf(isVocabulary)).toBeLessThan(2_600_000);
  expect(bytesOf(isGrammar)).toBeLessThan(22_000_000);
  expect(installed.tarballBytes).toBeLessThan(4_650_000);
});

test('is one package without dependencies or install scripts', async () => {
  const installedFolders = (await readdir(join(installed.project, 'node_modules'))).filter(
    (name) => !name.startsWith('.'),
  );
  expect(installedFolders).toEqual(['afterwit']);
  const manifest = JSON.parse(
    await readFile(join(installed.project, 'node_modules/afterwit/package.json'), 'utf8'),
  );
  for (const field of ['dependencies', 'optionalDependencies', 'peerDependencies'])
    expect(manifest).not.toHaveProperty(field);
  const scripts = Object.keys(manifest.scripts ?? {});
  expect(scripts.filter((name) => /^(?:pre|post)?(?:install|prepare|publish)$/.test(name))).toEqual([]);
});

test('names each package inside it in the bill of materials, as in the licences', async () => {
  const dist = join(installed.project, 'node_modules/afterwit/dist');
  const { components } = JSON.parse(await readFile(join(dist, 'sbom.cdx.json'), 'utf8')) as {
    readonly components: readonly { readonly name: string; readonly version: string }[];
  };
  const named = components.map(({ name, version }) => `${name} ${version}`);
  const licences = await readFile(join(dist, 'licences.txt'), 'utf8');
  const noticed = [...licences.matchAll(/(?:^|\n-{78}\n\n)(\S+ \S+) \([\w.-]+\)\n/g)].map(([, name]) => name);
  expect(named).toEqual(noticed);
  // A bundle of each kind shows its packages: the server's protocol, the grammars that are copied, the tokenizer that is loaded late.
  for (const name of ['@modelcontextprotocol/server', 'tree-sitter-python', 'gpt-tokenizer', 'zod'])
    expect(components.map((component) => component.name)).toContain(name);
});

test('names no folder of the machine it was built on', async () => {
  const folder = join(installed.project, 'node_modules/afterwit');
  for (const { path } of installed.files)
    expect(await readFile(join(folder, path), 'utf8'), path).not.toContain(top);
});

const consumer = `
import { isAfterwitError, openMemory, type Memory, type OpenMemoryOptions } from 'afterwit';
const options: OpenMemoryOptions = { repository: import.meta.dirname, home: import.meta.dirname + '/home' };
try {
  const memory: Memory & AsyncDisposable = await openMemory(options);
  const hits: number = (await memory.searchCommits('anything')).hits.length;
  console.log(hits);
  await memory.close();
} catch (error) {
  console.log(isAfterwitError(error) ? error.code : error);
}
`;

test('serves a TypeScript project: its types compile and it runs', async () => {
  const file = join(installed.project, 'consumer.ts');
  await writeFile(file, consumer);
  const compilerOptions = {
    target: 'es2024',
    lib: ['es2024', 'esnext.disposable'],
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
    types: ['node'],
    typeRoots: [join(top, 'node_modules/@types')],
  };
  await writeFile(
    join(installed.project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['*.ts'] }),
  );
  const compiler = join(top, 'node_modules/typescript/bin/tsc');
  const compiled = await run(process.execPath, [compiler, '-p', installed.project]).catch((error) => error);
  expect(compiled.stdout).toBe('');
  const { stdout } = await run(process.execPath, ['--no-warnings', file], { cwd: installed.project });
  expect(stdout).toBe('NOT_A_REPOSITORY\n');
});

test('a wrong use of its types does not compile', async () => {
  const file = join(installed.project, 'wrong.ts');
  await writeFile(file, "import { openMemory } from 'afterwit';\nawait openMemory({ repository: 1 });\n");
  const compiler = join(top, 'node_modules/typescript/bin/tsc');
  const compiled = await run(process.execPath, [compiler, '-p', installed.project]).catch((error) => error);
  expect(compiled.stdout).toMatch(/wrong\.ts.*TS2322/);
});

test('its command starts, without a warning', async () => {
  const command = join(installed.project, 'node_modules/afterwit/dist/bin.js');
  const { version } = JSON.parse(await readFile(join(top, 'package.json'), 'utf8'));
  const { stdout, stderr } = await run(process.execPath, [command, '--version'], { cwd: installed.project });
  expect({ stdout: stdout.trim(), stderr }).toEqual({ stdout: expect.stringContaining(version), stderr: '' });
});

test('its thread reads code with the grammars beside it', async () => {
  const file = join(installed.project, 'node_modules/afterwit/dist/syntax-worker.js');
  const settings = { limitMs: 10_000, grammarFolder: undefined };
  const program = `
    const { Worker } = require('node:worker_threads');
    const worker = new Worker(${JSON.stringify(file)}, { workerData: ${JSON.stringify(settings)} });
    const languages = ['python', 'tsx', 'csharp'];
    const answers = [];
    worker.on('message', (answer) => {
      if (answer.kind === 'ready') return;
      answers.push(answer.kind);
      if (answers.length === languages.length) worker.terminate().then(() => console.log(answers.join()));
    });
    for (const language of languages) worker.postMessage({ text: 'x', language });
  `;
  const { stdout } = await run(process.execPath, ['-e', program], { cwd: installed.project });
  expect(stdout).toBe('read,read,read\n');
});
