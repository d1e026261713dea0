import { isAfterwitError } from '../../src/model/errors.ts';
import type { MemoryItem } from '../../src/model/memory-item.ts';
import { isTrustedAs } from '../../src/model/provenance.ts';
import {
  agentActs,
  kinds,
  type Origin,
  openLaboratory,
  origins,
  states,
  wordings,
} from './trust-laboratory.ts';
import { type TrustRaisingPath, trustRaisingPaths } from './trust-paths.ts';

const paths = Object.keys(trustRaisingPaths) as TrustRaisingPath[];
const longestChain = 6;

export interface TrustChain {
  /** The acts in order, so that they can be repeated by hand. */
  readonly steps: readonly string[];
  /** Poisoned memories that are believed though no person read those very texts. */
  readonly laundered: readonly string[];
  /** Memories believed more than before a step in which no person had a part. */
  readonly raised: readonly string[];
}

type Laboratory = Awaited<ReturnType<typeof openLaboratory>>;
type Pick = <Value>(values: readonly Value[]) => Value;

/** The acts so far, and their consequences. */
class Chain {
  readonly steps: string[];
  readonly laundered = new Set<string>();
  readonly raised = new Set<string>();
  readonly #laboratory: Laboratory;
  /** Poisoned texts that a person read, by the memory that they stood in. */
  readonly #read = new Map<string, ReadonlySet<string>>();

  constructor(kind: string, laboratory: Laboratory) {
    this.steps = [kind];
    this.#laboratory = laboratory;
  }

  noteRead(items: readonly MemoryItem[]): void {
    for (const item of items)
      this.#read.set(item.id, new Set([...(this.#read.get(item.id) ?? []), ...this.#poisonIn(item)]));
  }

  /** Looks whether the law still holds. */
  async judge(step: string, before: readonly MemoryItem[], isOfPerson: boolean): Promise<void> {
    this.steps.push(step);
    for (const item of this.#laboratory.believedPoison()) {
      const [unread] = this.#unread(item);
      if (unread !== undefined)
        this.laundered.add(`after ${step}: ${item.id} (${item.trust}) says ${unread}`);
    }
    if (!isOfPerson) this.#judgeTrust(step, before);
    const { pack, memories } = await this.#laboratory.ask('after_failure');
    const isUnread = memories.some(({ item }) => this.#unread(item).length > 0);
    if (this.#laboratory.holdsPoison(pack.text) && isUnread)
      this.laundered.add(`shown unasked after ${step}`);
  }

  /** Checks that an agent's new memory has at most an agent's trust, and known memories keep theirs. */
  #judgeTrust(step: string, before: readonly MemoryItem[]): void {
    const trustOf = new Map(before.map(({ id, trust }) => [id, trust]));
    for (const { id, trust } of this.#laboratory.items()) {
      const earlier = trustOf.get(id) ?? 'agent';
      if (!isTrustedAs(earlier, trust))
        this.raised.add(`after ${step}: ${id} rose from ${earlier} to ${trust}`);
    }
  }

  #unread(item: MemoryItem): readonly string[] {
    return this.#poisonIn(item).filter((text) => !this.#read.get(item.id)?.has(text));
  }

  #poisonIn(item: MemoryItem): readonly string[] {
    return textsIn(item).filter(this.#laboratory.holdsPoison);
  }
}

/**
 * Agents and a person say, import, approve, reject, forget and praise memories in turn. After every step the law must hold: a text is
 * trusted only as its least trusted speaker, or as a person who read it to its end.
 *
 * @param pick chooses, by chance
 */
export async function runTrustChain(pick: Pick): Promise<TrustChain> {
  const kind = pick(kinds);
  const laboratory = await openLaboratory(kind);
  const chain = new Chain(kind, laboratory);
  let { item, step } = await plant(laboratory, pick, origins);
  await chain.judge(step, [], false);
  for (let left = 1 + pick(Array.from({ length: longestChain }, (_, at) => at)); left > 0; left--) {
    const before = laboratory.items();
    const who = pick(['agent', 'agent', 'person', 'person', 'state', 'plant'] as const);
    const known = before.find(({ id }) => id === item.id);
    if (who === 'plant' || known === undefined) {
      // Importing into a memory that holds something is an act of its own.
      ({ item, step } = await plant(laboratory, pick, ['agent', 'untrusted']));
    } else if (who === 'agent') {
      const act = pick(agentActs);
      step = `an agent: ${act}`;
      await laboratory.actAsAgent(act, item);
    } else if (who === 'person') {
      const path = pick(paths);
      step = `a person: ${path}`;
      const ids = new Set(await laboratory.take(path, known).catch(takeRefusal));
      chain.noteRead(path === 'import_vouched' ? before : [known].filter(({ id }) => ids.has(id)));
    } else {
      const state = pick(Object.keys(states));
      step = `becomes ${state}`;
      await laboratory.bring(known, states[state] ?? {});
    }
    await chain.judge(step, before, who === 'person');
  }
  const { steps, laundered, raised } = chain;
  return { steps, laundered: [...laundered], raised: [...raised] };
}

async function plant(laboratory: Laboratory, pick: Pick, from: readonly Origin[]) {
  const origin = pick(from);
  const wording = pick(Object.keys(wordings));
  const item = await laboratory.plant(origin, wordings[wording] ?? {});
  return { item, step: `${origin} says: ${wording}` };
}

/** A refused act changes nothing, and shows no text to a person. */
function takeRefusal(fault: unknown): readonly string[] {
  if (isAfterwitError(fault)) return [];
  throw fault;
}

/** Every text of a memory, wherever it stands. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}
