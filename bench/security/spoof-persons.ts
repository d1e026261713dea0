import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, existsSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openHome, openMemory } from '../../src/index.ts';
import { makeRepository } from './scratch-home.ts';
import type { PartRequest, SecurityPart } from './security-part.ts';

const longestWaitMs = 120_000;

interface Way {
  readonly name: string;
  /** Name of the program that everything starts from; default: an agent. */
  readonly program?: 'sh';
  /** Shell text; `$ACT` is the script that tries to speak as a person. */
  readonly script: string;
  /**
   * Absent: afterwit must not take the caller for a person. `limit`: a program that sets out to deceive, which is not stopped
   * and said so (docs/security.md). `person`: a person, without whom the others would prove nothing.
   */
  readonly kind?: 'limit' | 'person';
}

/** `script` is the usual way to get a terminal without sitting at one. Whatever is asked there, only empty lines are typed. */
const atTerminal = 'yes "" | script -qec "$ACT" /dev/null >/dev/null 2>&1';

/** The same beneath a program with the name of one that shows terminals. */
const atXterm = atTerminal.replace('script', '"$PLACE/xterm"');

const namespaces = 'unshare -U -r --pid --fork --mount-proc';
/** Where users may make no namespaces, the attempt counts as not believed. */
const orDone = ': >>"$DONE"';

/** The same beneath tmux, which has no input of its own: until it is gone, since no other input answers the question. */
const typedInTmux = 'while tmux -S "$PLACE/tmux" send-keys Enter 2>/dev/null; do sleep 0.3; done; :';

const ways: readonly Way[] = [
  { name: 'marks taken out of the environment', script: '"$ACT"; :' },
  { name: 'empty environment', script: 'env -i PATH="$PATH" "$ACT"; :' },
  {
    name: 'a session of its own (setsid)',
    script: 'setsid -w "$ACT"; :',
  },
  { name: 'a terminal of its own (script)', script: `${atTerminal}; :` },
  {
    name: 'setsid and script',
    script: `setsid -w sh -c '${atTerminal}; :'`,
  },
  {
    name: 'several shells further down',
    script: `sh -c 'sh -c "$DEEP; :"; :'; :`,
  },
  {
    name: 'forked twice, parent gone',
    script: '(sleep 1; "$ACT") & exit 0',
  },
  {
    name: 'forked twice, session and terminal of its own',
    script: `(sleep 1; exec setsid sh -c '${atTerminal}; :') & exit 0`,
  },
  {
    name: 'nohup, forked twice, terminal of its own',
    script: `(sleep 1; exec nohup sh -c '${atTerminal}; :') & exit 0`,
  },
  {
    name: 'a tmux of its own',
    script: `tmux -S "$PLACE/tmux" -f /dev/null new-session -d "$ACT"; ${typedInTmux}`,
  },
  {
    name: 'a namespace of processes within a terminal of its own',
    script: `(sleep 1; exec setsid sh -c 'yes "" | script -qec "${namespaces} $ACT" /dev/null >/dev/null 2>&1; ${orDone}') & exit 0`,
  },
  {
    name: 'a terminal of its own within a namespace of processes',
    script: `(sleep 1; exec setsid ${namespaces} sh -c '${atTerminal}; :'; ${orDone}) & exit 0`,
  },
  {
    name: 'a terminal made by a program under the name of one that shows terminals',
    script: `(sleep 1; exec sh -c '${atXterm}; :') & exit 0`,
    kind: 'limit',
  },
  {
    name: 'a person: shell, terminal and the program that shows it',
    program: 'sh',
    script: `(sleep 1; exec sh -c '${atXterm}; :') & exit 0`,
    kind: 'person',
  },
];

/** Commands that raise trust, run by an agent that hides: who is believed a person? */
export const spoofingPart: SecurityPart = {
  promise: 'an agent that empties its environment or cuts its ancestry is not believed to be a person',
  most: ways.length,
  step: ways.length,
  async run(request) {
    const { folder, count, signal, progress } = request;
    const home = join(folder, 'home');
    const repository = makeRepository(folder);
    for (const [name, program] of Object.entries({
      claude: '/bin/sh',
      sh: '/bin/sh',
      xterm: '/usr/bin/script',
    })) {
      copyFileSync(realpathSync(program), join(folder, name));
      chmodSync(join(folder, name), 0o755);
    }
    const believed: Way[] = [];
    const tried: Way[] = [];
    const wanted = [
      ...ways.filter(({ kind }) => kind === 'person'),
      ...ways.filter(({ kind }) => kind !== 'person'),
    ];
    for (const way of wanted.slice(0, Math.max(2, count))) {
      if (signal.aborted) break;
      tried.push(way);
      if (await isBelieved(way, tried.length, { request, home, repository })) believed.push(way);
      progress(tried.length, wanted.length);
    }
    const countOf = (list: readonly Way[], kind?: Way['kind']) =>
      list.filter((way) => way.kind === kind).length;
    const persons = countOf(believed, 'person');
    return {
      figures: {
        spoofing_ways: countOf(tried),
        spoofed: countOf(believed),
        spoofed_beyond_promise: countOf(believed, 'limit'),
        persons_believed: persons,
      },
      findings: tried.map((way) => ({
        promise: `${way.name}${way.kind === 'limit' ? ' (not promised)' : ''}`,
        cases: 1,
        broken: way.kind === undefined && believed.includes(way) ? 1 : 0,
        note: believed.includes(way) ? 'believed to be a person' : 'not believed',
      })),
      failures: [
        ...believed.filter(({ kind }) => kind === undefined).map(({ name, script }) => `${name}: ${script}`),
        ...(persons === 0 ? ['no person was believed either, so this proves nothing'] : []),
      ],
    };
  },
};

interface Stage {
  readonly request: PartRequest;
  readonly home: string;
  readonly repository: string;
}

/** Whether any of three commands that raise trust worked: approve, remember as a person, import as one's own. */
async function isBelieved(way: Way, number: number, { request, home, repository }: Stage): Promise<boolean> {
  const { folder, command } = request;
  const place = join(folder, `way-${number}`);
  const { item } = await plant(home, repository, `Agent's claim ${number}: start with the tests.`);
  const act = writeAct({ command, home, repository, place, id: item.id, number });
  const child = spawn(join(folder, way.program ?? 'claude'), ['-c', way.script], {
    cwd: repository,
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      ACT: act,
      DONE: `${place}.done`,
      PLACE: folder,
      DEEP: atTerminal,
    },
  });
  await once(child, 'close');
  const startedAtMs = performance.now();
  while (!existsSync(`${place}.done`) && performance.now() - startedAtMs < longestWaitMs) await sleep(50);
  if (!existsSync(`${place}.done`)) throw new Error(`"${way.name}" did not end: ${way.script}`);
  await using opened = await openHome({ home, repository });
  const { items } = await opened.list({ where: 'all', limit: 1_000 });
  return items.some(
    ({ content, trust }) =>
      content.includes(`claim ${number}:`) && (trust === 'verified' || trust === 'user'),
  );
}

async function plant(home: string, repository: string, content: string) {
  await using memory = await openMemory({ repository, home });
  return await memory.remember({ content });
}

interface Act {
  readonly command: string;
  readonly home: string;
  readonly repository: string;
  readonly place: string;
  readonly id: string;
  readonly number: number;
}

/** The script of one attempt; no answer is typed, whatever the terminal asks. */
function writeAct({ command, home, repository, place, id, number }: Act): string {
  const path = `${place}.sh`;
  const line = JSON.stringify({ content: `Imported claim ${number}: it is so.`, trust: 'user' });
  writeFileSync(`${place}.jsonl`, `${line}\n`);
  const run = (words: string) =>
    `'${process.execPath}' '${command}' ${words} --home '${home}' --repo '${repository}' >>'${place}.out' 2>&1`;
  writeFileSync(
    path,
    [
      '#!/bin/sh',
      run(`review approve ${id}`),
      run(`remember 'Own claim ${number}: it is so.'`),
      run(`import '${place}.jsonl' --mine --scope repo`),
      `: >'${place}.done'`,
      '',
    ].join('\n'),
  );
  chmodSync(path, 0o755);
  return path;
}
