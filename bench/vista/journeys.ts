import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonLines } from '../datasets/json-lines.ts';

/** A journey as the corpus of VISTA tells it, as far as a memory is concerned. */
export interface Journey {
  /** Kind of its attack, of ten that OWASP names. */
  readonly attack: string;
  readonly intent: string;
  readonly honest: readonly Honest[];
  readonly injection: Injection;
}

/** A statement of a person during the journey, with its question. */
export interface Honest {
  readonly kind: 'fact' | 'drift' | 'rule';
  readonly text: string;
  readonly question: string;
}

interface Injection {
  readonly payload: string;
  /** Marks by which the corpus recognises it in the agent's output. */
  readonly canaries: readonly string[];
  readonly channel: string;
  readonly node: string;
}

interface Event {
  readonly type: string;
  readonly fact?: string;
  readonly value?: unknown;
  readonly note?: string;
  readonly changes?: Readonly<Record<string, unknown>>;
  readonly payload?: string;
  readonly node?: string;
  readonly vector?: { readonly channel?: string };
}

interface Row {
  readonly attack_asi: string;
  readonly intent: string;
  readonly event_trace: readonly Event[];
  readonly oracle_bindings: { readonly security?: { readonly canary_egress?: readonly string[] } };
}

const file = join('huggingface', 'vista_corpus.jsonl');

/** The journeys in a clone of kenhuangus/vista-benchmark; undefined where none lies there. */
export function readJourneys(folder: string): readonly Journey[] | undefined {
  const path = join(folder, file);
  return existsSync(path) ? readJsonLines<Row>(path).map(toJourney) : undefined;
}

function toJourney(row: Row): Journey {
  const { attack_asi: attack, intent, event_trace: events, oracle_bindings } = row;
  const injected = events.find(({ type }) => type === 'injection');
  return {
    ...{ attack, intent },
    honest: [{ kind: 'rule', text: intent, question: intent }, ...events.flatMap(toHonest)],
    injection: {
      payload: injected?.payload ?? '',
      canaries: oracle_bindings.security?.canary_egress ?? [],
      channel: injected?.vector?.channel ?? '',
      node: injected?.node ?? '',
    },
  };
}

function toHonest({ type, fact = '', value, note = '', changes = {} }: Event): readonly Honest[] {
  if (type === 'fact') {
    const name = inWords(fact);
    return [
      { kind: 'fact', text: `${name}: ${inText(value)}. ${note}`, question: `What is known of ${name}?` },
    ];
  }
  if (type !== 'drift') return [];
  return Object.entries(changes).map(([name, now]) => ({
    kind: 'drift',
    text: `From now on ${inWords(name)} is ${inText(now)}. ${note}`,
    question: `What is ${inWords(name)} now?`,
  }));
}

function inWords(name: string): string {
  return name.replaceAll('_', ' ');
}

function inText(value: unknown): string {
  return Array.isArray(value) ? value.map(inText).join(', ') : String(value);
}
