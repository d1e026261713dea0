import { openHome, openMemory, type Scope } from '../../src/index.ts';
import { person } from '../person.ts';
import { asFile, memoryLine } from './memory-line.ts';
import { nthMemory } from './real-texts.ts';

interface FillRequest {
  readonly home: string;
  readonly repository: string;
  readonly texts: readonly string[];
  /** Memories that are to be there. */
  readonly count: number;
}

const types = ['decision', 'constraint', 'preference', 'project_fact', 'fix'] as const;
const dayMs = 86_400_000;
/** Younger than what expires first. */
const daysBack = 150;

/** Imports as many memories as are missing, as a person's own export. What an earlier run left there is kept. */
export async function fillHome({ home, repository, texts, count }: FillRequest): Promise<void> {
  const place = { home, repository, speaker: person };
  const { scope, known } = await lookInto(place);
  await using opened = await openHome(place);
  const nowMs = Date.now();
  function* lines(): Iterable<string> {
    for (let n = known; n < count; n++) {
      const atMs = nowMs - (n % daysBack) * dayMs;
      const type = types[n % types.length] ?? 'decision';
      yield memoryLine({ number: n, content: nthMemory(texts, n), scope, type, atMs });
    }
  }
  if (known < count) await opened.importLines(asFile(lines()), { vouched: true });
}

async function lookInto(place: Parameters<typeof openMemory>[0] & object) {
  await using memory = await openMemory(place);
  const { id } = await memory.repositories.current();
  await using home = await openHome(place);
  const { count } = await home.list({ limit: 1 });
  return { scope: `repo:${id}` as Scope, known: count };
}
