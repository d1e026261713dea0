import type { ScaleMemory, SeedRecord } from './issue-data.ts';

export type Slots = Readonly<Record<string, string>>;

/** The texts of a kind of memory, with `{name}` where a slot stands. */
export interface RecordTemplate {
  readonly name: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Share of the memories of its kind whose texts it gives exactly, 0–1. */
  readonly fidelity: number;
}

const mostTried = 24;

/**
 * Finds the templates of made-up memories, by putting the names of their slots back into their texts. One memory does not tell
 * the slot of a `16`, so the template that also gives most other memories is taken.
 */
export function learnTemplates(memories: readonly ScaleMemory[]): readonly RecordTemplate[] {
  const kinds = Map.groupBy(memories, ({ template = '' }) => template);
  return [...kinds].flatMap(([name, all]) => {
    const tried = all.slice(0, mostTried).map((memory) => {
      const fields = withSlots(memory);
      const fidelity = all.filter((other) => gives(fields, other)).length / all.length;
      return { name, fields, fidelity };
    });
    return tried.sort((a, b) => b.fidelity - a.fidelity).slice(0, 1);
  });
}

/** Texts of one made-up memory. */
export function renderRecord({ fields }: RecordTemplate, slots: Slots): SeedRecord {
  return Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [name, render(text, slots)]),
  ) as SeedRecord;
}

/** The slots a memory was written from; the name of its file, which is in no slot, is made one. */
export function slotsOf({ slots = {}, record }: ScaleMemory): Slots {
  const page = /([^/]+)\.\w+$/.exec(record.file_path ?? '')?.[1];
  return {
    ...Object.fromEntries(Object.entries(slots).map(([name, value]) => [name, String(value)])),
    ...(page === undefined ? {} : { page }),
  };
}

function render(text: string, slots: Slots): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => slots[name] ?? whole);
}

function gives(fields: RecordTemplate['fields'], memory: ScaleMemory): boolean {
  const slots = slotsOf(memory);
  const record: Readonly<Record<string, unknown>> = { ...memory.record };
  return Object.entries(fields).every(([name, text]) => render(text, slots) === record[name]);
}

/** The longest values first; a number or a short word only where it stands by itself. */
function withSlots(memory: ScaleMemory): RecordTemplate['fields'] {
  const slots = Object.entries(slotsOf(memory)).sort(([, a], [, b]) => b.length - a.length);
  const shape = new RegExp(slots.map(([, value]) => shapeOf(value)).join('|'), 'g');
  const names = new Map(slots.toReversed().map(([name, value]) => [value, name]));
  return Object.fromEntries(
    Object.entries(memory.record).flatMap(([name, text]) =>
      typeof text === 'string' ? [[name, text.replace(shape, (value) => slotFor(value, names))]] : [],
    ),
  );
}

function slotFor(value: string, names: ReadonlyMap<string, string>): string {
  const name = names.get(value);
  if (name !== undefined) return `{${name}}`;
  const hexadecimal = names.get(value.replace(/^0x/, ''));
  return hexadecimal === undefined ? value : `0x{${hexadecimal}}`;
}

function shapeOf(value: string): string {
  const literal = value.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  if (/^\d+$/.test(value)) return `(?<!\\d)${literal}(?!\\d)`;
  return value.length > 4 ? literal : `(?<![A-Za-z0-9])(?:0x)?${literal}(?![A-Za-z0-9])`;
}
