import {
  type DecisionExplanation,
  type Embedder,
  type Judge,
  type Memory,
  openHome,
  openMemory,
  type Scope,
} from '../../src/index.ts';
import { person } from '../person.ts';
import { asFile, memoryId, memoryLine } from './memory-line.ts';

interface Place {
  readonly repository: string;
  readonly home: string;
  readonly judge?: Judge;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly embedder?: Embedder;
}

/** A memory that is asked, and whose content is changed between the questions, through the library. */
export interface DecisionMemory extends AsyncDisposable {
  readonly memory: Memory;
  /** Of a recall, by its id. */
  why(decision: string): Promise<DecisionExplanation>;
  /** Makes exactly these texts remembered; all hold. */
  holdOnly(texts: Iterable<string>): Promise<void>;
  remove(text: string): Promise<void>;
  /** The first text, which is remembered, gives way to the second. */
  replace(text: string, successor: string): Promise<void>;
}

export async function openDecisionMemory(place: Place): Promise<DecisionMemory> {
  const memory = await openMemory({ ...place, speaker: person });
  const home = await openHome({ repository: place.repository, home: place.home, speaker: person });
  const { id } = await memory.repositories.current();
  const scope = `repo:${id}` as Scope;
  const startMs = Date.now();
  const held = new Map<string, number>();
  let outdated: string | undefined;
  let count = 0;
  /** A later one was said later. */
  const lineOf = (content: string, number: number, supersededBy?: number) =>
    memoryLine({
      ...{ number, content, scope, type: 'decision', atMs: startMs + number },
      ...(supersededBy === undefined ? {} : { supersededBy }),
    });
  const importLines = (lines: readonly string[]) => home.importLines(asFile(lines), { vouched: true });
  async function forget(texts: readonly string[]): Promise<void> {
    const ids = texts.flatMap((text) => held.get(text) ?? []).map(memoryId);
    if (ids.length > 0) await home.forget({ ids });
    for (const text of texts) held.delete(text);
  }
  return {
    memory,
    why: async (decision) => await home.why(decision),
    async holdOnly(texts) {
      const wanted = new Set(texts);
      await forget([...held.keys()].filter((text) => !wanted.has(text) || text === outdated));
      outdated = undefined;
      const fresh = [...wanted].filter((text) => !held.has(text));
      for (const text of fresh) held.set(text, ++count);
      await importLines(fresh.map((text) => lineOf(text, held.get(text) ?? 0)));
    },
    remove: async (text) => await forget([text]),
    async replace(text, successor) {
      const number = held.get(text);
      if (number === undefined) return;
      held.set(successor, ++count);
      outdated = text;
      await importLines([lineOf(successor, count), lineOf(text, number, count)]);
    },
    async [Symbol.asyncDispose]() {
      await home.close();
      await memory.close();
    },
  };
}
