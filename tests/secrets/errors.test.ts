import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHome, openMemory } from '../../src/api/memory.ts';
import { some } from '../effort.ts';
import { type Canary, canariesFor } from './canaries.ts';
import { makeRepository } from './make-repository.ts';

let folder: string;
let repository: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'afterwit-test-')));
  repository = makeRepository(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Method = (...given: readonly unknown[]) => unknown;

/** Wrong inputs of a caller: the text itself, a list of it, or an object that has it in every field. */
const shapes: readonly ((text: string) => readonly unknown[])[] = [
  (text) => [text, { asOf: text, limit: text, speaker: text, content: text }],
  (text) => [[text], { depth: text, kinds: [text], where: text }],
  (text) => [everywhere(text), everywhere(text)],
  (text) => [
    { content: 'x', fix: 'x', query: 'x', files: [text], scope: text, failure: text, decision: text },
  ],
  (text) => [{ ids: [text], decision: text, kind: text, item: text }, text, text],
];

function everywhere(text: string): object {
  return new Proxy({}, { get: (_, key) => (typeof key === 'string' ? text : undefined), has: () => true });
}

/** Every method of an object that was opened, and of the objects within: what a later one adds is tried as well. */
function methodsOf(opened: object): readonly (readonly [name: string, method: Method])[] {
  const names = [Reflect.getPrototypeOf(opened) ?? {}, opened].flatMap((owner) =>
    Object.getOwnPropertyNames(owner),
  );
  return [...new Set(names)].flatMap((name) => {
    const value = Reflect.get(opened, name) as unknown;
    if (typeof value === 'function') return [[name, value as Method] as const];
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value)
      .filter(([, inner]) => typeof inner === 'function')
      .map(([inner, method]) => [`${name}.${inner}`, method as Method] as const);
  });
}

async function faultOf(call: () => unknown): Promise<unknown> {
  try {
    const result = await call();
    if (typeof result === 'object' && result !== null && Symbol.iterator in result)
      [...(result as Iterable<unknown>)];
    return undefined;
  } catch (fault) {
    return fault;
  }
}

/** Everything that a program could print of a fault. */
function textOf(fault: unknown): string {
  return inspect(fault, { depth: 12, maxStringLength: null, maxArrayLength: null });
}

const canaries = (name: string): readonly Canary[] => canariesFor(name);
/** A path that leads nowhere, with a text on a line of its own: some methods write where they are told to. */
const pathWith = (text: string) => `${folder}/none/\n${text}\n`;
/** Not tried: they end the object that the others are asked of, or remove the folder. */
const ending = new Set(['constructor', 'close', 'purge']);

test.each(['memory', 'home'] as const)(
  'no method of a %s that was opened repeats a secret in its error',
  async (kind) => {
    const home = join(folder, `home of ${kind}`);
    mkdirSync(home, { mode: 0o700 });
    const speaker = { kind: 'user', name: 'ada', source: 'library' } as const;
    await using memory = await openMemory({ repository, home, speaker });
    await memory.remember({ content: 'Boil before you pour.' });
    await using opened = kind === 'memory' ? memory : await openHome({ repository, home, speaker });
    const methods = methodsOf(opened).filter(([name]) => !ending.has(name));
    const leaks: string[] = [];
    const refusing = new Set<string>();
    for (const [at, [name, method]] of methods.entries()) {
      for (const [shape, given] of some([...shapes.entries()], at)) {
        const all = canaries(`${name} ${shape}`);
        // Each shape another kind of secret, each method other ones: all of them by turns.
        const { kind: secretKind, secret, text } = all[(at * shapes.length + shape) % all.length] as Canary;
        const fault = await faultOf(() => method(...given(pathWith(text))));
        if (fault === undefined) continue;
        refusing.add(name);
        if (textOf(fault).includes(secret))
          leaks.push(`${name}, ${secretKind}: ${textOf(fault).slice(0, 300)}`);
      }
    }
    expect(leaks).toEqual([]);
    // Otherwise nothing was tried.
    expect(refusing.size).toBeGreaterThan(methods.length / 2);
  },
);

test('opening repeats no secret in its error either', async () => {
  for (const { kind, secret, text } of canaries('opening')) {
    const path = pathWith(text);
    const faults = await Promise.all([
      faultOf(() => openMemory({ repository: path, home: join(folder, 'home') })),
      faultOf(() => openMemory({ repository, home: join(folder, 'home'), settings: { [text]: text } })),
      faultOf(() =>
        openMemory({ repository, home: join(folder, 'home'), settings: { 'logging.level': text } }),
      ),
      faultOf(() => openHome({ home: `\0${text}` })),
    ]);
    expect(faults.filter(Boolean).length, kind).toBeGreaterThan(1);
    for (const fault of faults) expect(textOf(fault), kind).not.toContain(secret);
  }
});
