import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, clients, whyNotPlayed } from '../../tests/clients/clients.ts';
import type { Played } from '../../tests/clients/played.ts';
import { openScene, type Scene } from '../../tests/clients/scene.ts';
import type { Suite } from '../suite.ts';
import { clientsFigures, clientsTables } from './clients-tables.ts';

const mostRounds = 15;
/** Failures that nothing is known of, each of another module: a session of each client meets as many. */
const mostUnknown = 10;

/** Writes down when it failed, as the last thing it does. */
const failing = (module: string): string =>
  `import pathlib, time\npathlib.Path('failed-at').write_text(str(time.time() * 1000))\nimport ${module}\n`;
const files = {
  '.gitignore': 'failed-at\n',
  'known.py': failing('yarlx'),
  'unknown.py': failing('barlx'),
  'CHANGES.md': '# Changes\n',
  ...Object.fromEntries(
    Array.from({ length: mostUnknown }, (_, at) => [`other${at}.py`, failing(`module_${at}`)]),
  ),
};

/** Commands of a turn: one that passes, one with an unknown failure, one with a known failure. */
const commands = ['git log --oneline', 'python3 unknown.py', 'python3 known.py'] as const;

const calls: readonly (readonly [tool: string, input: object])[] = [
  ['brief', {}],
  ['recall', { query: 'how do I get yarlx for known.py' }],
  ['search_commits', { query: 'begin' }],
  ['examine_commit', { commit: 'HEAD' }],
  ['locate', { query: 'known.py fails to import yarlx' }],
  ['summaries', { query: 'known.py' }],
  ['remember', { content: 'The pot is black' }],
  ['feedback', { decision: '00000000', verdict: 'verified' }],
];

/** Requests of real agents to their model, and their times, with afterwit and without it. */
export const clientsSuite: Suite = {
  description:
    'tokens and milliseconds as real agents saw them; AFTERWIT_CLIENTS names where they are installed',
  options: ['limit', 'part'],
  async run({ limit, parts }) {
    if (whyNotPlayed !== undefined) throw new Error(`Nothing can be played: ${whyNotPlayed}.`);
    const does = (part: string): boolean => parts.length === 0 || parts.includes(part);
    await using bare = await openScene();
    await using connected = await openScene();
    const without = bare.makeRepository('pot', files);
    const repository = await teach(connected);
    const measured = [];
    for (const client of clients)
      measured.push({
        name: client.name,
        turns: does('turns') ? await playInTurn(client, Math.min(mostRounds, limit)) : [],
        tools: does('tools') ? await playTools(client) : [],
        unknown: does('unknown') ? await playUnknown(client) : undefined,
      });
    return {
      cases: measured.reduce((sum, { turns }) => sum + turns.length, 0),
      figures: clientsFigures(measured),
      tables: clientsTables(measured),
    };

    async function playInTurn(client: Client, rounds: number) {
      const steps = commands.map(client.shell);
      const play = (scene: Scene, cwd: string) => scene.play(client, cwd, steps, { waits: false });
      const turns = [];
      for (let round = 0; round < rounds; round += 1)
        turns.push({
          ...{ without: await play(bare, without), with: await play(connected, repository) },
          failedAtMs: Number(readFileSync(join(repository, 'failed-at'), 'utf8')),
        });
      return turns;
    }

    async function playTools(client: Client) {
      const steps = calls.map(([tool, input]) => client.mcp(tool, input));
      const { answers } = await connected.play(client, repository, steps);
      return calls.map(([tool], at) => ({ tool, text: answers[at] ?? '' }));
    }

    function playUnknown(client: Client): Promise<Played> {
      const steps = Array.from({ length: mostUnknown }, (_, at) => client.shell(`python3 other${at}.py`));
      return connected.play(client, repository, steps);
    }
  },
};

async function teach(scene: Scene): Promise<string> {
  const repository = scene.makeRepository('pot', files);
  for (const agent of ['claude-code', 'codex']) scene.run(repository, 'afterwit', 'setup', '--agent', agent);
  scene.run(repository, 'afterwit', 'index');
  const terminal = await scene.terminal(repository);
  for (const line of [
    "python3 known.py 2>&1 | afterwit remember 'Install yarlx from vendor/ first' --command 'python3 known.py' --failure -",
    "afterwit remember 'Never edit CHANGES.md by hand: it is generated' --type constraint --file CHANGES.md",
  ]) {
    const { status, screen } = await terminal.type(line);
    if (status !== 0) throw new Error(`Nothing was taught:\n${screen}`);
  }
  return repository;
}
