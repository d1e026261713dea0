import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { type Client, clients, whyNotPlayed } from '../../tests/clients/clients.ts';
import type { Played } from '../../tests/clients/played.ts';
import { openScene, type Scene } from '../../tests/clients/scene.ts';
import { rateTable, sharesOf } from '../reporting/rates.ts';
import { percentile } from '../reporting/statistics.ts';
import type { Table } from '../reporting/table.ts';
import { type Figure, notRun } from '../suite.ts';
import { suiteOfParts } from '../suite-of-parts.ts';

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
export const clientsSuite = suiteOfParts({
  description:
    'tokens and milliseconds as real agents saw them; AFTERWIT_CLIENTS names where they are installed',
  options: ['limit'],
  parts: {
    turns: async ({ limit }) => {
      await using bare = await openTaught(false);
      await using connected = await openTaught(true);
      const measured: (readonly [Client, readonly PlayedTurn[]])[] = [];
      for (const client of clients) {
        const turns: PlayedTurn[] = [];
        for (let round = 0; round < Math.min(mostRounds, limit); round += 1)
          turns.push({
            without: await playTurn(bare, client),
            with: await playTurn(connected, client),
            failedAtMs: Number(readFileSync(join(connected.repository, 'failed-at'), 'utf8')),
          });
        measured.push([client, turns]);
      }
      const added = measured.flatMap(([, turns]) => turns.map((one) => one.with.tookMs - one.without.tookMs));
      return {
        cases: added.length,
        figures: { turn_added_ms_p50: middle(added) },
        tables: [
          turnTable(measured),
          tokenTable(measured.flatMap(([{ name }, turns]) => toldRows(name, turns))),
        ],
      };
    },
    tools: async () => {
      await using connected = await openTaught(true);
      const rows: (readonly [client: string, tool: string, text: string])[] = [];
      for (const client of clients) {
        const steps = calls.map(([tool, input]) => client.mcp(tool, input));
        const { answers } = await connected.scene.play(client, connected.repository, steps);
        rows.push(...calls.map(([tool], at) => [client.name, tool, answers[at] ?? ''] as const));
      }
      return {
        cases: rows.length,
        figures: { tool_text_lost: rows.filter(([, , text]) => isLost(text)).length },
        tables: [
          tokenTable(rows.map(([client, tool, text]) => [client, `answer of ${tool}`, countTokens(text)])),
        ],
      };
    },
    unknown: async () => {
      await using connected = await openTaught(true);
      let [count, of] = [0, 0];
      for (const client of clients) {
        const steps = Array.from({ length: mostUnknown }, (_, at) => client.shell(`python3 other${at}.py`));
        const { cards, answers } = await connected.scene.play(client, connected.repository, steps);
        count += cards.filter(isToldLater).length;
        of += answers.length;
      }
      const rates = { question_unknown: { count, of } };
      const title = 'Told at failures nothing is known of';
      return { cases: of, figures: sharesOf(rates), tables: [rateTable(title, rates)] };
    },
  },
});

/** The same turn without afterwit and with it, one after the other. */
interface PlayedTurn {
  readonly without: Played;
  readonly with: Played;
  /** When the known failure, the last command with afterwit, had failed: milliseconds since 1970. */
  readonly failedAtMs: number;
}

interface Taught extends AsyncDisposable {
  readonly scene: Scene;
  readonly repository: string;
}

/** A scene with a repository, and with afterwit set up and taught in it or without. */
async function openTaught(isConnected: boolean): Promise<Taught> {
  if (whyNotPlayed !== undefined) throw new Error(`Nothing can be played: ${whyNotPlayed}.`);
  const scene = await openScene();
  const repository = isConnected ? await teach(scene) : scene.makeRepository('pot', files);
  return { scene, repository, [Symbol.asyncDispose]: () => scene[Symbol.asyncDispose]() };
}

function playTurn({ scene, repository }: Taught, client: Client): Promise<Played> {
  return scene.play(client, repository, commands.map(client.shell), { waits: false });
}

const middle = (values: readonly number[]): Figure =>
  values.length === 0 ? notRun : Math.round(percentile(values, 0.5));

/** Data, or next to nothing, in place of a text. */
const isLost = (text: string): boolean => /^\{|"decisionId"/m.test(text) || text.trim() === '';

/** Told once the session runs. */
const isToldLater = ({ request }: Played['cards'][number]) => request > 0;

function turnTable(measured: readonly (readonly [Client, readonly PlayedTurn[]])[]): Table {
  const times: Readonly<Record<string, (played: Played) => number>> = {
    'whole turn': ({ tookMs }) => tookMs,
    'a command that passes, to the next request': ({ betweenMs: [ms = 0] }) => ms,
    'a failure nothing is known of, to the next request': ({ betweenMs: [, ms = 0] }) => ms,
    'a known failure, to the next request': ({ betweenMs: [, , ms = 0] }) => ms,
  };
  return {
    title: 'Milliseconds at the client, p50',
    columns: ['client', 'what', 'n', 'without', 'with', 'added'],
    rows: measured.flatMap(([{ name }, turns]) => [
      ...Object.entries(times).map(([what, msOf]) => {
        const bare = turns.map((turn) => msOf(turn.without));
        const connected = turns.map((turn) => msOf(turn.with));
        const added = connected.map((ms, at) => ms - (bare[at] ?? ms));
        return [name, what, turns.length, middle(bare), middle(connected), middle(added)];
      }),
      [
        ...[name, 'the end of a known failure to the next request', turns.length, ''],
        ...[middle(turns.map((turn) => (turn.with.askedAtMs[3] ?? 0) - turn.failedAtMs)), ''],
      ],
    ]),
  };
}

/** Tokens told unasked in a turn. */
function toldRows(name: string, turns: readonly PlayedTurn[]): Table['rows'] {
  const toldAt = (isLater: boolean) =>
    middle(
      turns.map(({ with: { cards } }) =>
        cards
          .filter((card) => isToldLater(card) === isLater)
          .reduce((sum, { text }) => sum + countTokens(text), 0),
      ),
    );
  return [
    [name, 'unasked, at the start', toldAt(false)],
    [name, 'unasked, a known failure', toldAt(true)],
  ];
}

function tokenTable(rows: Table['rows']): Table {
  return { title: 'Tokens that the model was sent', columns: ['client', 'what', 'tokens'], rows };
}

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
