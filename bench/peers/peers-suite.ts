import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureInstall, sizeOfModules } from '../doors/measure-install.ts';
import { readIssueData, type ScaleCases } from '../issue-memory/issue-data.ts';
import { type OpenServer, openScript } from '../mcp/open-server.ts';
import { megabytesOf } from '../reporting/processes.ts';
import { percentile } from '../reporting/statistics.ts';
import type { Suite } from '../suite.ts';
import { type PeerServer, peerServers } from './peer-servers.ts';

const mostMemories = 200;
const key = /syn-\d+/;

type Tool = readonly [tool: string, values: object];

interface Peer {
  readonly megabytes: number;
  readonly packages: number;
  readonly open: () => OpenServer;
  readonly write: (id: string, text: string) => Tool;
  readonly recall: (query: string) => Tool;
}

/** How does afterwit compare with the memory servers that npm offers, by their own tools? */
export const peersSuite: Suite = {
  description: 'memory servers of npm on the same memories and failures; the limit is one of memories',
  options: ['data', 'limit'],
  async run({ data, limit }) {
    const [scale] = readIssueData(data).scales;
    if (scale === undefined) throw new Error(`There are no failures in ${data}.`);
    const cases = casesOf(scale, Math.min(limit, mostMemories));
    const folder = mkdtempSync(join(tmpdir(), 'afterwit-peers-'));
    try {
      const rows = [['afterwit', ...(await measure(ours(folder), cases))]];
      for (const server of peerServers)
        rows.push([server.install, ...(await measurePeer(server, folder, cases))]);
      return {
        cases: cases.questions.length,
        figures: { peers_right_first: Number(rows[0]?.at(-1)) },
        tables: [
          {
            title: `${cases.memories.length} memories, ${cases.questions.length} failures that one of them is about`,
            columns: [
              'server',
              'installed MB',
              'packages',
              'start ms',
              'write ms',
              'recall p50 ms',
              'p95',
              'RSS MB',
              'right first',
            ],
            rows,
          },
        ],
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

interface PeerCases {
  readonly memories: readonly { readonly id: string; readonly text: string }[];
  readonly questions: readonly { readonly id: string; readonly text: string }[];
}

/** A memory is told by its key first, so that an answer shows which it names first. */
function casesOf({ memories, probes }: ScaleCases, count: number): PeerCases {
  const kept = memories.slice(0, count);
  const ids = new Set(kept.map(({ id }) => id));
  return {
    memories: kept.map(({ id, record }) => ({
      id,
      text: `${id}: ${[record.raw_error, record.canonical_symptom, record.canonical_fix].filter(Boolean).join('\n')}`,
    })),
    questions: probes.flatMap(({ expected_id: id, query }) =>
      id !== null && ids.has(id) ? [{ id, text: query.error_text ?? '' }] : [],
    ),
  };
}

/** Nothing of a peer is run while it is installed: a native part that is not published built is missing then. */
async function measurePeer(server: PeerServer, parent: string, cases: PeerCases) {
  const folder = mkdtempSync(join(parent, 'peer-'));
  const modules = join(folder, 'node_modules');
  const words = [
    'install',
    '--prefix',
    folder,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    server.install,
  ];
  try {
    execFileSync('npm', words, { cwd: folder, stdio: 'ignore' });
    const open = () =>
      openScript([join(modules, server.script)], {
        era: '2025-11-25',
        environment: server.environment(folder),
      });
    const { write, recall } = server;
    return await measure({ ...sizeOfModules(modules), open, write, recall }, cases);
  } catch (fault) {
    const [reason = ''] = /.*Error: .*|.*failed.*/.exec((fault as Error).message) ?? [];
    return [`not measured: ${reason.slice(0, 120)}`, ...Array<string>(7).fill('')];
  }
}

function ours(folder: string): Peer {
  const top = join(import.meta.dirname, '..', '..');
  const repository = join(folder, 'repository');
  mkdirSync(repository);
  execFileSync('git', ['init', '-q', repository]);
  const words = [join(top, 'dist', 'bin.js'), 'mcp', '--home', join(folder, 'home'), '--repo', repository];
  return {
    ...measureInstall(top, folder),
    open: () => openScript(words, { era: '2025-11-25' }),
    write: (_, text) => ['remember', { content: text }],
    recall: (query) => ['recall', { query }],
  };
}

async function measure(
  { megabytes, packages, open, write, recall }: Peer,
  { memories, questions }: PeerCases,
) {
  const startedAtMs = performance.now();
  const server = open();
  await server.ask('tools/list');
  const startMs = performance.now() - startedAtMs;
  const call = async ([tool, values]: Tool) => {
    const calledAtMs = performance.now();
    const { result } = JSON.parse(await server.call(tool, values));
    if (result === undefined || result.isError === true)
      throw new Error(`${tool} failed: ${JSON.stringify(result).slice(0, 200)}`);
    return { tookMs: performance.now() - calledAtMs, text: JSON.stringify(result) };
  };
  const writesMs: number[] = [];
  for (const { id, text } of memories) writesMs.push((await call(write(id, text))).tookMs);
  const recallsMs: number[] = [];
  let right = 0;
  for (const { id, text } of questions) {
    const answer = await call(recall(text));
    recallsMs.push(answer.tookMs);
    if (key.exec(answer.text)?.[0] === id) right++;
  }
  const rss = megabytesOf(server.pid);
  await server.close();
  const numbers = [
    megabytes,
    packages,
    startMs,
    percentile(writesMs, 0.5),
    percentile(recallsMs, 0.5),
    percentile(recallsMs, 0.95),
    rss,
  ];
  return [...numbers.map((value) => Number(value.toPrecision(3))), right];
}
