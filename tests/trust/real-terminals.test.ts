import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { some } from '../effort.ts';

const place = mkdtempSync(join(tmpdir(), 'afterwit-terminals-'));
const source = (path: string) => JSON.stringify(resolve(import.meta.dirname, '../../src', path));

const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
const isLinux = process.platform === 'linux' && has('script') && has('setsid');
const namespaces = 'unshare -U -r --pid --fork --mount-proc';
const hasNamespaces = isLinux && spawnSync('sh', ['-c', `${namespaces} true`]).status === 0;

const tell = join(place, 'tell.mts');
writeFileSync(
  tell,
  [
    "import { writeFileSync } from 'node:fs';",
    `import { openProcessAncestry } from ${source('adapters/processes/open-process-ancestry.ts')};`,
    `import { identifySpeaker } from ${source('engine/speakers/identify-speaker.ts')};`,
    "const told = identifySpeaker({ environment: {}, ancestry: openProcessAncestry().read(), userName: 'ada' });",
    'writeFileSync(process.argv[2], JSON.stringify(told));',
  ].join('\n'),
);
if (isLinux)
  copyFileSync(
    realpathSync(spawnSync('sh', ['-c', 'command -v script']).stdout.toString().trim()),
    join(place, 'xterm'),
  );

afterAll(() => rmSync(place, { recursive: true, force: true }));

let count = 0;

/** Who is taken to speak in a script, started by a shell line that is left behind by what started it. */
async function whoSpeaksIn(line: string) {
  const answer = join(place, `answer-${++count}`);
  const act = join(place, `act-${count}.sh`);
  writeFileSync(
    act,
    `'${process.execPath}' --no-warnings '${tell}' '${answer}.part'; mv '${answer}.part' '${answer}'\n`,
  );
  const words = line.replaceAll('ACT', `sh ${act}`).replaceAll('PLACE', place);
  spawnSync('sh', ['-c', `(sleep 0.2; exec setsid sh -c '${words}; :') </dev/null >/dev/null 2>&1 & exit 0`]);
  for (let waitedMs = 0; !existsSync(answer) && waitedMs < 25_000; waitedMs += 50) await sleep(50);
  return JSON.parse(readFileSync(answer, 'utf8'));
}

describe.skipIf(!isLinux)('with real terminals', () => {
  it.each([
    ['a program that shows a terminal', 'PLACE/xterm -qec "ACT" /dev/null'],
    ['script in such a terminal', 'PLACE/xterm -qec "script -qec \\"ACT\\" /dev/null; :" /dev/null'],
  ])('believes a person in %s', async (_, line) => {
    expect(await whoSpeaksIn(line)).toMatchObject({ speaker: { kind: 'user' } });
  });

  it.each([
    ['script that was left behind', 'script -qec "ACT" /dev/null'],
    ['a session of its own within such a terminal', 'PLACE/xterm -qec "setsid -w ACT" /dev/null'],
  ])('does not believe %s', async (_, line) => {
    expect(await whoSpeaksIn(line)).toMatchObject({ speaker: { kind: 'unknown' } });
  });

  it.skipIf(!has('tmux'))('asks in a tmux, which a program can start', async () => {
    const line = 'tmux -S PLACE/tmux -f /dev/null new-session -d "ACT"; sleep 5';
    expect(await whoSpeaksIn(line)).toMatchObject({
      speaker: { kind: 'unknown' },
      terminal: expect.any(String),
    });
  });

  it.skipIf(!hasNamespaces).each(
    some([
      ['within a terminal', `script -qec "${namespaces} ACT" /dev/null`],
      [
        'within the terminal of a person, whom it does not show',
        `PLACE/xterm -qec "${namespaces} ACT" /dev/null`,
      ],
      ['around a terminal', `${namespaces} script -qec "ACT" /dev/null`],
      ['with the /proc of the outer one', 'script -qec "unshare -U -r --pid --fork ACT" /dev/null'],
      ['with a session of its own', `script -qec "${namespaces} setsid -w ACT" /dev/null`],
      [
        'below a program named as one that lets people in',
        `cp PLACE/xterm PLACE/sshd; ${namespaces} PLACE/sshd -qec "ACT" /dev/null`,
      ],
    ] as const),
  )('does not believe a namespace of processes %s', async (_, line) => {
    expect(await whoSpeaksIn(line)).toMatchObject({ speaker: { kind: 'unknown' } });
  });
});
