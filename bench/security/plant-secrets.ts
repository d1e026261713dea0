import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAfterwitError, type Memory, openHome, openMemory } from '../../src/index.ts';
import { type Canary, canariesFor } from '../../tests/secrets/canaries.ts';
import { failedInput } from '../doors/example-inputs.ts';
import { runProcess } from '../doors/run-process.ts';
import { type OpenServer, openServer } from '../mcp/open-server.ts';
import { ada, makeRepository } from './scratch-home.ts';
import type { PartRequest, SecurityPart } from './security-part.ts';

const kindCount = canariesFor('').length;
const shortestPiece = 12;

/** A secret as it may stand in a text, and what of it must be found nowhere. */
interface Disguise {
  readonly text: string;
  readonly needles: readonly string[];
}

type Disguises = Readonly<Record<string, (canary: Canary, others: readonly Canary[]) => Disguise>>;

/** `alone`: nothing that is redacted beside it can hide that it is not. The others are what hides it from a rule. */
const disguises: Disguises = {
  alone: ({ text, secret }) => ({ text, needles: [secret] }),
  'among others': ({ text, secret }, others) => ({
    text: [...others.map((other) => other.text), text].join('\n'),
    needles: [secret],
  }),
  'in words': ({ text, secret }) => ({ text: `it said ${text}, then stopped`, needles: [secret] }),
  'glued to letters': ({ text, secret }) => ({
    text: text.replace(secret, `xx${secret}`),
    needles: [secret],
  }),
  'wrapped over lines': ({ text, secret }) => split(text, secret, '\n'),
  'wrapped with a backslash': ({ text, secret }) => split(text, secret, '\\\n'),
  'URL-encoded': ({ text, secret }) => {
    const encoded = encodeURIComponent(text);
    return { text: `https://example.org/?q=${encoded}`, needles: [encodeURIComponent(secret)] };
  },
  'base64-encoded': ({ text, secret }) => {
    const encoded = Buffer.from(text).toString('base64');
    const start = text.indexOf(secret);
    // Three bytes are four letters: only those that stand for the secret alone.
    const ofSecret = encoded.slice(Math.ceil(start / 3) * 4, Math.floor((start + secret.length) / 3) * 4);
    return { text: `config: ${encoded}`, needles: [ofSecret] };
  },
};

/** Kinds that are known by their own letters, so that they are promised to be found in any disguise; others need what is around. */
const tokens = new Set(['forge', 'cloud', 'chat', 'payment', 'registry', 'webToken']);
const plainDisguises = ['alone', 'among others', 'in words'];

function split(text: string, secret: string, by: string): Disguise {
  const half = Math.ceil(secret.length / 2);
  const pieces = [secret.slice(0, half), secret.slice(half)];
  return {
    text: text.replace(secret, pieces.join(by)),
    // A piece that is short could stand there by chance.
    needles: pieces
      .map((piece) => piece.split('\n')[0] ?? '')
      .filter(({ length }) => length >= shortestPiece),
  };
}

const answers = 'answers';

interface Found {
  readonly where: string;
  readonly files: readonly string[];
}

interface Site {
  readonly request: PartRequest;
  readonly repository: string;
  readonly home: string;
  readonly memory: Memory;
  readonly tools: OpenServer;
  /** Everything that any door gave back. */
  readonly printed: string[];
}

type Channel = (text: string, site: Site) => Promise<void>;

const channels: Readonly<Record<string, Channel>> = {
  'library, content': (text, { memory, printed }) =>
    say(printed, memory.remember({ content: `Remember this. ${text}` })),
  'library, title and tag': (text, { memory, printed }) =>
    say(printed, memory.remember({ content: 'Mind the title', title: text.slice(0, 200), tags: [text] })),
  'library, failure and details': (text, { memory, printed }) =>
    say(
      printed,
      memory.record({
        fix: `Fix it so. ${text}`,
        failure: { command: `make ${text.split('\n')[0]}`, output: `Error: it broke\n${text}`, exitCode: 2 },
        details: { symptom: text, context: text, verification: text, preventionRule: text },
      }),
    ),
  'library, question': (text, { memory, printed }) => say(printed, memory.recall({ query: text })),
  'library, refused': (text, { memory, printed }) =>
    say(printed, memory.remember({ content: 'x', files: [text] })),
  'command line': (text, site) =>
    run(site, ['remember', `From a shell: ${text}`, '--command', `deploy ${text}`]),
  'command line, refused': (text, site) => run(site, ['remember', 'x', '--file', text, '--scope', text]),
  'command line, import': async (text, site) => {
    const file = join(site.request.folder, 'line.jsonl');
    const line = { content: text, title: text.slice(0, 100), tags: [text], extra: { note: text } };
    writeFileSync(file, `${JSON.stringify(line)}\nno JSON: ${text}\n`);
    await run(site, ['import', file, '--scope', 'repo']);
  },
  'hook input': (text, site) =>
    run(site, undefined, failedInput({ cwd: site.repository }, `run ${text}`, `Exit code 1\nError: ${text}`)),
  'hook input, torn': (text, site) =>
    run(site, undefined, failedInput({ cwd: site.repository }, 'run', `Exit code 1\n${text}`).slice(0, -9)),
  'MCP, remember': async (text, { tools, printed }) => {
    printed.push(await tools.call('remember', { content: text, failure: { command: text, output: text } }));
  },
  'MCP, recall': async (text, { tools, printed }) => {
    printed.push(await tools.call('recall', { query: text.slice(0, 4_000) }));
  },
  'MCP, refused': async (text, { tools, printed }) => {
    printed.push(await tools.call('recall', { query: 3, [text.slice(0, 200)]: text }));
  },
};

/** Secrets through every channel in every disguise, errors forced; then every file and every answer is looked through. */
export const secretsPart: SecurityPart = {
  promise: 'no byte of a planted secret in any file of the home or any answer',
  most: 1_040,
  step: 130,
  async run(request) {
    const { folder, command, count, from, signal, progress } = request;
    const home = join(folder, 'home');
    const repository = makeRepository(folder);
    const planted: { readonly where: string; readonly needles: readonly string[] }[] = [];
    const printed: string[] = [];
    {
      await using memory = await openMemory({
        repository,
        home,
        speaker: ada,
        settings: { 'logging.level': 'debug' },
      });
      const tools = openServer({ command, home, repository });
      const site: Site = { request, repository, home, memory, tools, printed };
      for (let number = 0; number < count && !signal.aborted; number++) {
        const { where, disguise, channel } = choose(from + number);
        planted.push({ where, needles: disguise.needles });
        await channel(disguise.text, site);
        if (number % 20 === 19) progress(number + 1, count);
      }
      printed.push((await tools.close()).stderr);
    }
    await readAll(home, repository, printed);
    const kept = [...filesIn(home).map((path) => [path.slice(home.length + 1), readText(path)] as const)];
    const open = filesIn(home).filter((path) => (statSync(path).mode & 0o077) !== 0);
    const places = [...kept, [answers, printed.join('\n')] as const];
    const found: Found[] = planted.flatMap(({ where, needles }) => {
      const holding = places.filter(([, text]) => needles.some((needle) => text.includes(needle)));
      return holding.length > 0 ? [{ where, files: holding.map(([name]) => name) }] : [];
    });
    const isInFile = ({ files }: Found) => files.some((name) => name !== answers);
    const isPlain = ({ where }: Found) => plainDisguises.some((name) => where.includes(`, ${name},`));
    found.sort((a, b) => Number(isPlain(b)) - Number(isPlain(a)));
    const isDeaf = !places.some(([, text]) => text.includes('[redacted:'));
    return {
      figures: {
        secrets_planted: planted.length,
        secret_bytes_found: found.length,
        secrets_in_files: found.filter(isInFile).length,
        plain_secrets_found: found.filter(isPlain).length,
        plain_secrets_in_files: found.filter((one) => isPlain(one) && isInFile(one)).length,
        files_open_to_others: open.length,
      },
      findings: [
        ...Object.keys(disguises).map((disguise) => ({
          promise: `secret ${disguise}`,
          cases: planted.filter(({ where }) => where.includes(`, ${disguise},`)).length,
          broken: found.filter(({ where }) => where.includes(`, ${disguise},`)).length,
        })),
        {
          promise: 'files of the home that others of the machine cannot read',
          cases: kept.length,
          broken: open.length,
        },
      ],
      failures: [
        ...found.map(({ where, files }) => `${where} found in ${files.join(', ')}`),
        ...open.map((path) => `others can read ${path.slice(home.length + 1)}`),
        ...(isDeaf ? ['nothing was redacted at all, so nothing can have been planted'] : []),
      ],
    };
  },
};

/**
 * Kind, disguise and channel all change with every case, so that a few hold some of each; after 130 cases, when kinds and channels
 * meet again, the disguise is another one, so that 1,040 hold every combination.
 */
function choose(number: number) {
  const names = Object.keys(disguises);
  const doors = Object.entries(channels);
  const canaries = canariesFor(`case ${number}`);
  const canary = canaries[number % kindCount] as Canary;
  const kind = canary.kind.split(' ')[0] ?? '';
  const wanted = names[(number + Math.floor(number / (kindCount * doors.length))) % names.length] ?? 'alone';
  const disguise = tokens.has(kind) || plainDisguises.includes(wanted) ? wanted : 'in words';
  const [door, channel] = doors[number % doors.length] as [string, Channel];
  const others = canaries.filter((other) => other !== canary).slice(0, 4);
  return {
    where: `${kind}, ${disguise}, by ${door}`,
    disguise: (disguises[disguise] as Disguises[string])(canary, others),
    channel,
  };
}

async function say(printed: string[], answer: Promise<unknown>): Promise<void> {
  printed.push(
    JSON.stringify(
      await answer.catch((fault) => {
        if (isAfterwitError(fault)) return { code: fault.code, message: fault.message, data: fault.data };
        throw fault;
      }),
    ),
  );
}

/** The command, or without words the hook. */
async function run({ request, repository, home, printed }: Site, words?: readonly string[], input = '') {
  const environment = {
    PATH: process.env.PATH,
    HOME: request.folder,
    AFTERWIT_HOME: home,
    AFTERWIT_LOGGING_LEVEL: 'debug',
  };
  const started = words === undefined ? [request.hook] : [request.command, ...words];
  const { stdout, stderr } = await runProcess({ words: started, input, environment, cwd: repository });
  printed.push(stdout, stderr);
}

/** What can be asked for afterwards, a backup and an export. */
async function readAll(home: string, repository: string, printed: string[]): Promise<void> {
  await using opened = await openHome({ home, repository });
  const { items } = await opened.list({
    where: 'all',
    statuses: ['active', 'archived', 'superseded'],
    limit: 100_000,
  });
  printed.push(JSON.stringify(items), ...opened.exportLines({ where: 'all' }));
  printed.push(JSON.stringify(await opened.why().catch(() => undefined)));
  printed.push(JSON.stringify(await opened.failures({ where: 'all', limit: 100_000 })));
  await opened.backUp();
}

function readText(path: string): string {
  return readFileSync(path).toString('latin1');
}

function filesIn(path: string): readonly string[] {
  return readdirSync(path).flatMap((name) => {
    const place = join(path, name);
    return statSync(place).isDirectory() ? filesIn(place) : [place];
  });
}
