import { join } from 'node:path';
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
import { makeRepository } from '../scratch-memory.ts';
import type { DecisionCase } from './decision-cases.ts';
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

/**
 * Asks of each source in a memory of its own.
 *
 * @param folder of the repositories and homes
 * @param ask is handed the cases of one source, in order
 */
export async function askBySource<Case extends Pick<DecisionCase, 'source'>, Asked>(
  cases: readonly Case[],
  folder: string,
  ask: (held: DecisionMemory, own: readonly Case[]) => Promise<readonly Asked[]>,
  asking: Omit<Place, 'repository' | 'home'> = {},
): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  for (const [source, own] of Map.groupBy(cases, (one) => one.source)) {
    const name = source.replaceAll(/[^\w]+/g, '_');
    const place = { repository: makeRepository(folder, name), home: join(folder, `${name}-home`) };
    await using held = await openDecisionMemory({ ...place, ...asking });
    asked.push(...(await ask(held, own)));
  }
  return asked;
}

async function openDecisionMemory(place: Place): Promise<DecisionMemory> {
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
