import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Memory, type MemoryHome, openHome, openMemory } from '../../src/index.ts';
import { termsOf } from '../../src/text/terms.ts';
import { person } from '../person.ts';
import type { Mutation } from './cases.ts';

/** Of a question, as the benchmark asks. */
const mostRecalled = 5;
/** Among so many it is looked for what a change is about. */
const mostLookedAt = 20;

/** Our memory in the interface of ForgetEval: statements of a person, questions, and changes by words alone. */
export class ForgettingMemory {
  readonly #place: string;
  readonly #memory: Memory;
  readonly #home: MemoryHome;
  readonly #texts = new Map<string, string>();

  private constructor(place: string, memory: Memory, home: MemoryHome) {
    this.#place = place;
    this.#memory = memory;
    this.#home = home;
  }

  static async open(home: string, repository: string): Promise<ForgettingMemory> {
    const options = { home, repository, speaker: person };
    return new ForgettingMemory(home, await openMemory(options), await openHome(options));
  }

  /** @param title what the text is about, where that is told: questions may ask in its words alone */
  async inscribe(text: string, title?: string): Promise<void> {
    const { item } = await this.#memory.remember({ content: text, title });
    this.#texts.set(item.id, item.content);
  }

  async recall(query: string): Promise<readonly string[]> {
    const { memories } = await this.#memory.recall({ query, topK: mostRecalled });
    return memories.map(({ item }) => item.content);
  }

  async apply(mutation: Mutation): Promise<void> {
    const [kind, about] = mutation;
    if (kind === 'supersede') return await this.#supersede(about, mutation[2]);
    for (const id of await this.#about(about)) {
      if (kind === 'purge') await this.#home.forget({ ids: [id] });
      else await this.#home.archive(id);
      this.#texts.delete(id);
    }
  }

  /** Words of the texts that are in any file of the home. */
  bytesLeft(texts: readonly string[]): number {
    const files = readdirSync(this.#place, { recursive: true, withFileTypes: true }).filter((each) =>
      each.isFile(),
    );
    const contents = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));
    return texts.filter((text) => contents.some((content) => content.includes(text))).join('').length;
  }

  textsNow(): readonly string[] {
    return [...this.#texts.values()];
  }

  async close(): Promise<void> {
    await this.#memory.close();
    await this.#home.close();
  }

  /** The likeliest text that it is about gives way, but for a part that names none of it. */
  async #supersede(about: string, text: string): Promise<void> {
    const [id] = [...(await this.#likeliest(about)), ...(await this.#likeliest(`${about} ${text}`))];
    const kept = id === undefined ? undefined : otherPart(this.#texts.get(id) ?? '', about);
    if (id !== undefined) {
      await this.#home.archive(id);
      this.#texts.delete(id);
    }
    if (kept !== undefined) await this.inscribe(kept);
    await this.inscribe(text, about);
  }

  /** All texts with a name or number that a request gives, however it is written; without any, the likeliest text. */
  async #about(request: string): Promise<readonly string[]> {
    const names = namesIn(request);
    const found = [...this.#texts].filter(([, text]) => names.some((name) => isNamed(name, text)));
    if (found.length > 0) return found.map(([id]) => id);
    return (await this.#likeliest(request)).slice(0, 1);
  }

  async #likeliest(query: string): Promise<readonly string[]> {
    const { memories } = await this.#memory.recall({ query, topK: mostLookedAt });
    return memories.map(({ item }) => item.id as string).filter((id) => this.#texts.has(id));
  }
}

/** Runs of characters that a number, an address, a path or a key is written with. */
const word = /[\p{L}\p{M}\p{N}@+_"'/.:#\\-]*[\p{L}\p{M}\p{N}]/gu;

function wordsIn(text: string): readonly string[] {
  return [...text.normalize('NFKC').matchAll(word)].map(([found]) => found.replace(/['’]s$/, ''));
}

/** Words that are exact, since they hold digits or signs. */
const exact = /[\p{N}@_/]|[^\p{L}\p{M}][\p{L}\p{M}].*[^\p{L}\p{M}]/u;
const isName = (each: string): boolean => exact.test(each) || /^[\p{Lu}\p{Lo}]/u.test(each);

/** Names in a request: exact words, else runs of capitalised words or of a script without capitals. */
function namesIn(request: string): readonly (readonly string[])[] {
  // One thing may be named in several writings, each by itself.
  const writings = request.split(
    /\s+\/\s+|\s+(?:aka|or)\s+|[()]|(?<=\p{Script=Latin}\S*)\s+(?=[^\p{Script=Latin}\P{L}])|(?<=[^\p{Script=Latin}\P{L}]\S*)\s+(?=\p{Script=Latin})/u,
  );
  const names = writings.map((each) => wordsIn(each).filter(isName)).filter((each) => each.length > 0);
  const exactOnes = names
    .map((each) => each.filter((one) => exact.test(one)))
    .filter((each) => each.length > 0);
  return exactOnes.length > 0 ? exactOnes : names;
}

/** The plain form of a name or number: letters, digits and an inner `@`, numbers without leading zeros. */
function bare(name: string): string {
  return name
    .replace(/^@/, '')
    .replace(/(?<!\p{N})0+(?=\p{N})/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}@]+/gu, '')
    .toLowerCase();
}

/** Takes accents, ligatures and the like for what they stand for. */
const { compare } = new Intl.Collator('en', { sensitivity: 'base' });

/** So many words may be one number: `4111 1111 1111 1111`. */
const mostParts = 5;
/** Characters that tell, of a number whose beginning (a country) or end (the rest of a key) is left out. */
const fewestTelling = 8;

function isNamed(name: readonly string[], text: string): boolean {
  const words = wordsIn(text);
  const runs = words.flatMap((_, from) =>
    Array.from({ length: mostParts }, (__, more) => bare(words.slice(from, from + more + 1).join(' '))),
  );
  return name.every((each) => {
    const wanted = bare(each);
    return runs.some((found) => compare(found, wanted) === 0 || isPartOf(wanted, found));
  });
}

function isPartOf(part: string, whole: string): boolean {
  if (part.length < fewestTelling || !/^[0-9a-f]+$/.test(whole)) return false;
  const isMostOfIt = whole.length - part.length <= 2 && whole.endsWith(part);
  return isMostOfIt || (whole.length >= 2 * part.length && whole.startsWith(part));
}

/** The part of a two-part text (`A does this and does that`) that shares no term with the changed thing; undefined without one. */
function otherPart(text: string, about: string): string | undefined {
  const parts = text.split(/\s+and\s+/);
  const [subject = ''] = text.split(' ');
  const wanted = new Set(termsOf(about).filter((term) => !termsOf(subject).includes(term)));
  const touched = parts.filter((part) => termsOf(part).some((term) => wanted.has(term)));
  if (parts.length !== 2 || touched.length !== 1) return undefined;
  const kept = parts.find((part) => part !== touched[0]) ?? '';
  return kept.startsWith(subject) ? kept : `${subject} ${kept}`;
}
