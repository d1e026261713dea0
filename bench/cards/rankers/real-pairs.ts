import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { estimateTokens } from '../../../src/text/estimate-tokens.ts';
import { readJsonLines } from '../../datasets/json-lines.ts';
import { type JudgedUnit, readEvidence } from '../proxy/evidence.ts';
import type { RankedPair } from './fit-pairwise.ts';
import { unitFeatures } from './unit-features.ts';

interface ReplayEvent {
  readonly id: string;
  readonly ts: number;
  readonly subject: string;
  readonly body: string;
  readonly files: readonly string[];
  readonly functions: readonly string[];
  readonly pos: readonly { readonly id: string; readonly tier: string }[];
  readonly hard_neg: readonly { readonly id: string }[];
}

/** Pairs of what is known of one repository: the first is what was needed, the second only reads like it. */
export interface RealPairs {
  readonly repository: string;
  /** Fixes or questions that they are of. */
  readonly asked: number;
  readonly pairs: readonly RankedPair[];
}

/** Labels that are counted on: the same issue or commit, the same function with a similar change. */
const trusted = /^P[34]/;
const mostPairs = 40;

/** Past fixes that a later one reused, against similar ones, from `data/replay/commits`; the later message is the question. Empty without data. */
export function readRealPairs(data: string): readonly RealPairs[] {
  const folder = join(data, 'replay', 'commits');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .toSorted()
    .map((file) => {
      const events = readJsonLines<ReplayEvent>(join(folder, file));
      const known = new Map(events.map((event) => [event.id, event]));
      const usable = events.filter(
        ({ pos, hard_neg }) => pos.some(({ tier }) => trusted.test(tier)) && hard_neg.length > 0,
      );
      return {
        repository: file.replace('.jsonl.gz', '').replace('__', '/'),
        asked: usable.length,
        pairs: usable.flatMap((event) => pairsOf(event, known)),
      };
    });
}

function pairsOf(event: ReplayEvent, known: ReadonlyMap<string, ReplayEvent>): readonly RankedPair[] {
  const right = event.pos.filter(({ tier }) => trusted.test(tier)).flatMap(({ id }) => known.get(id) ?? []);
  const wrong = event.hard_neg.flatMap(({ id }) => known.get(id) ?? []);
  const evidence = readEvidence([...right, ...wrong].map(unitOf), {
    text: `${event.subject}\n${event.body}`,
    plannedActions: [],
  });
  const rows = evidence.map(unitFeatures);
  return rows
    .slice(0, right.length)
    .flatMap((better) => rows.slice(right.length).map((worse) => ({ better, worse })))
    .slice(0, mostPairs);
}

function unitOf({ id, subject, body, files, functions }: ReplayEvent): JudgedUnit {
  const text = `${subject}\n${body}`;
  return {
    ...{ id, text, kind: 'memory', places: files, isStale: false, retrieval: 0.5 },
    names: functions.map((name) => name.slice(name.lastIndexOf('.') + 1).replace(/^.*::/, '')),
    tokens: estimateTokens(text.slice(0, 4_000)),
    ...{ confidence: 1, helped: 0, failed: 0, conflicts: 0 },
  };
}
