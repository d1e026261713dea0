import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openHome, openMemory } from '../../src/index.ts';
import type { SeededRandom } from '../doors/seeded-random.ts';
import { ada, copyHome, makeRepository } from './scratch-home.ts';
import type { SecurityPart } from './security-part.ts';

const memories = 40;
const database = 'memory.db';

function textOf(number: number): string {
  return `Note ${number}: the valve${number} of the kettle is opened before the ${'steam '.repeat(number % 9)}rises.`;
}

interface Site {
  readonly whole: string;
  readonly ruined: string;
  readonly repository: string;
}

/** What came of one flipped bit. */
interface Flip {
  /** `doctor` told of it. */
  readonly isFound: boolean;
  /** Served texts that were never written. */
  readonly wrong: number;
  readonly served: number;
  /** Nothing was given out: no part of the memory could be relied on. */
  readonly isRefused: boolean;
}

/** One bit of the database, flipped in what a memory says or anywhere, with no backup to mend it from. */
export const flipsPart: SecurityPart = {
  promise: 'bit rot: every flip in a memory is found, its row kept back, the rest served',
  most: 600,
  step: 100,
  async run({ folder, count, random, signal, progress }) {
    const site = await fill(folder);
    const bytes = readFileSync(join(site.whole, database));
    const inText: Flip[] = [];
    const anywhere: Flip[] = [];
    const failures: string[] = [];
    for (let number = 0; number < count && !signal.aborted; number++) {
      const isInText = number % 2 === 0;
      const at = isInText ? placeInText(bytes, random) : random.below(bytes.length);
      const bit = random.below(8);
      const flip = await flipBit(site, bytes, { at, bit });
      (isInText ? inText : anywhere).push(flip);
      const isBroken = flip.wrong > 0 || (isInText && !(flip.isFound && isRestServed(flip)));
      if (isBroken)
        failures.push(`bit ${bit} of byte ${at}${isInText ? ' (in a text)' : ''}: ${JSON.stringify(flip)}`);
      if (number % 10 === 9) progress(number + 1, count);
    }
    const all = [...inText, ...anywhere];
    const countOf = (flips: readonly Flip[], test: (flip: Flip) => boolean) => flips.filter(test).length;
    return {
      figures: {
        flips: inText.length,
        flips_found: countOf(inText, ({ isFound }) => isFound),
        flips_anywhere: anywhere.length,
        flips_anywhere_told: countOf(anywhere, ({ isFound }) => isFound),
        flips_refused_whole: countOf(anywhere, ({ isRefused }) => isRefused),
        flips_wrong_text: countOf(all, ({ wrong }) => wrong > 0),
      },
      findings: [
        {
          promise: 'a bit of a text flipped: told by doctor',
          cases: inText.length,
          broken: countOf(inText, ({ isFound }) => !isFound),
        },
        {
          promise: 'a bit of a text flipped: all other memories served',
          cases: inText.length,
          broken: countOf(inText, (flip) => !isRestServed(flip)),
        },
        {
          promise: 'a bit anywhere flipped: no text is served that was never written',
          cases: all.length,
          broken: countOf(all, ({ wrong }) => wrong > 0),
        },
      ],
      failures,
    };
  },
};

function isRestServed({ served }: Flip): boolean {
  return served >= memories - 1;
}

async function fill(folder: string): Promise<Site> {
  const repository = makeRepository(folder);
  const whole = join(folder, 'whole');
  await using memory = await openMemory({ repository, home: whole, speaker: ada });
  for (let number = 0; number < memories; number++) await memory.remember({ content: textOf(number) });
  return { whole, ruined: join(folder, 'ruined'), repository };
}

/** A byte of a memory's content, wherever it stands in the file. */
function placeInText(bytes: Buffer, random: SeededRandom): number {
  const text = textOf(random.below(memories));
  const places: number[] = [];
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) places.push(at);
  if (places.length === 0) throw new Error(`The database does not hold ${JSON.stringify(text)} as it is.`);
  return random.pick(places) + random.below(text.length);
}

async function flipBit(
  { whole, ruined, repository }: Site,
  bytes: Buffer,
  { at, bit }: { readonly at: number; readonly bit: number },
): Promise<Flip> {
  copyHome(whole, ruined, []);
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ (1 << bit);
  writeFileSync(join(ruined, database), changed);
  const isFound = await isTold(ruined, repository);
  const texts = await list(ruined, repository);
  const written = new Set(Array.from({ length: memories }, (_, number) => textOf(number)));
  return {
    isFound,
    wrong: texts?.filter((text) => !written.has(text)).length ?? 0,
    served: texts?.filter((text) => written.has(text)).length ?? 0,
    isRefused: texts === undefined,
  };
}

async function isTold(home: string, repository: string): Promise<boolean> {
  try {
    await using memory = await openMemory({ repository, home });
    const { checks } = await memory.diagnose();
    return checks.some(({ name, result }) => name === 'memory' && result !== 'ok');
  } catch {
    return true;
  }
}

async function list(home: string, repository: string): Promise<readonly string[] | undefined> {
  try {
    await using opened = await openHome({ home, repository });
    return (await opened.list({ where: 'all', limit: 1_000 })).items.map(({ content }) => content);
  } catch {
    return undefined;
  }
}
