import { execFileSync } from 'node:child_process';
import { openMemory } from '../../src/index.ts';
import { person } from '../person.ts';

/** The findings after processes were killed. */
export interface Losses {
  readonly acknowledged: number;
  /** Acknowledged, and not there. */
  readonly lost: number;
  /** There, with another text than was acknowledged; or not found by a word of its text. */
  readonly torn: number;
  /** Times that the memory was found to be damaged. */
  readonly corrupt: number;
}

export const noLosses: Losses = { acknowledged: 0, lost: 0, torn: 0, corrupt: 0 };

export function addLosses(one: Losses, other: Losses): Losses {
  return {
    acknowledged: one.acknowledged + other.acknowledged,
    lost: one.lost + other.lost,
    torn: one.torn + other.torn,
    corrupt: one.corrupt + other.corrupt,
  };
}

interface Examination {
  readonly command: string;
  readonly home: string;
  readonly repository: string;
  /** Text by the first 8 digits of the id of every memory that was acknowledged in this home. */
  readonly promised: ReadonlyMap<string, string>;
  /** Nothing more will be written: what was acknowledged is counted once, at the end. */
  readonly isLast: boolean;
}

const soughtWords = 20;

/** Looks at the memory as its users do: listed, examined by `doctor`, searched. */
export async function examineMemory(examination: Examination): Promise<Losses> {
  const { promised, isLast } = examination;
  const corrupt = isHealthy(examination) ? 0 : 1;
  if (!isLast) return { ...noLosses, corrupt };
  const kept = listTexts(examination);
  const ids = [...promised.keys()];
  const torn = ids.filter((id) => kept.has(id) && kept.get(id) !== promised.get(id)).length;
  return {
    acknowledged: promised.size,
    lost: ids.filter((id) => !kept.has(id)).length,
    torn: torn + (await countUnfound(examination)),
    corrupt,
  };
}

function isHealthy(examination: Examination): boolean {
  const { checks } = run(examination, 'doctor') as {
    readonly checks: readonly { readonly name: string; readonly result: string }[];
  };
  return checks.some(({ name, result }) => name === 'memory' && result === 'ok');
}

function listTexts(examination: Examination): ReadonlyMap<string, string> {
  const { items } = run(examination, 'list', '--limit', '1000000') as {
    readonly items: readonly { readonly id: string; readonly content: string }[];
  };
  return new Map(items.map(({ id, content }) => [id.slice(0, 8), content]));
}

/** Memories that a search does not find by the one word that is theirs alone: evenly spread over all. */
async function countUnfound({ promised, repository, home }: Examination): Promise<number> {
  const memories = [...promised];
  const step = Math.max(1, Math.floor(memories.length / soughtWords));
  await using memory = await openMemory({ repository, home, speaker: person });
  let unfound = 0;
  for (let at = 0; at < memories.length; at += step) {
    const [id = '', text = ''] = memories[at] ?? [];
    const { memories: found } = await memory.recall({ query: /word\w+/.exec(text)?.[0] ?? '' });
    if (!found.some(({ item }) => item.id.startsWith(id))) unfound += 1;
  }
  return unfound;
}

/** A command that may end with a status other than 0, when it has found something wrong. */
function run({ command, home, repository }: Examination, ...words: string[]): unknown {
  const options = ['--repo', repository, '--home', home, '--json'];
  try {
    return JSON.parse(execute([command, ...words, ...options]));
  } catch (fault) {
    if (fault instanceof Error && 'stdout' in fault) return JSON.parse(String(fault.stdout));
    throw fault;
  }
}

function execute(words: readonly string[]): string {
  return execFileSync(process.execPath, words, {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}
