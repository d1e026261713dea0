import { openMemoryStore } from '../../src/adapters/sqlite/memory/open-memory-store.ts';
import { loadSettings } from '../../src/config/load-settings.ts';
import { addToGate } from '../../src/engine/decisions/gate-knowledge.ts';
import type { RedactedText } from '../../src/model/brands.ts';
import type { ConsideredMemory, DecisionId, DecisionReceipt, Outcome } from '../../src/model/decision.ts';
import { findingWays } from '../../src/model/finding.ts';
import type { ItemBody } from '../../src/model/item-body.ts';
import { type Anchor, type ItemStatus, itemTypes, type MemoryItem } from '../../src/model/memory-item.ts';
import type { Scope, Trust } from '../../src/model/provenance.ts';
import { failureProfile, itemId, memoryItem } from '../fakes/memory-item.ts';

export interface FillRequest {
  readonly home: string;
  readonly scope: Scope;
  readonly count: number;
  readonly decisionCount: number;
  readonly nowMs: number;
  /** Put into every text that anybody may write. */
  readonly payload?: string;
  /** Places in the code that some of them are about. */
  readonly anchors?: readonly Anchor[];
}

const lessons = [
  [
    'Run the build before the tests',
    'The tests run what is in `dist`, so run `npm run build` first.\nOtherwise they test the build of yesterday.',
  ],
  [
    'Dates are kept in UTC',
    'All columns that end in `_at_ms` are milliseconds since 1970 in UTC. Convert at the door, never in the store.',
  ],
  [
    'Pin numpy below 2',
    'numpy 2 removed `np.float_`, which `core/stats.py` uses.\n\nPin `numpy<2` in `requirements.txt`, and in the lock of the docker image too.',
  ],
  [
    'ECONNREFUSED 127.0.0.1:5432',
    'The database is not started by the test runner. Run `docker compose up -d db`, and wait for its health check.',
  ],
  [
    'Parser: never mutate tokens',
    'Tokens are shared between the two passes. Copy a token before it is changed, or the second pass reads what the first one wrote.',
  ],
  ['Retry uploads at most twice', 'The API answers 429 for ten minutes after the third attempt.'],
  [
    'Snapshot tests need TZ=UTC',
    'Set `TZ=UTC` before `vitest -u`; otherwise snapshots differ between machines.',
  ],
] as const;

/** The question of each moment in turn, and the lesson that answers it. */
const questions = [
  [
    'after_failure',
    'npm test\nFAIL src/store.test.ts > opens the database\nError: connect ECONNREFUSED 127.0.0.1:5432',
    3,
  ],
  ['prompt', 'move the parser into a worker', 4],
  ['asked', 'how are dates stored', 1],
  ['session_start', '', 0],
  ['after_failure', 'pytest tests/core -x\nAttributeError: module numpy has no attribute float_', 2],
] as const;

/** A fix that may be a known one. */
const maybeSame = 52;
const dayMs = 86_400_000;

function decisionId(at: number): DecisionId {
  return `${(0xd0000000 + at).toString(16)}-0000-4000-8000-000000000000` as DecisionId;
}

/** Memories, decisions and outcomes of all kinds, always the same ones. */
export async function fillHome(request: FillRequest): Promise<void> {
  const { home, nowMs, count, decisionCount } = request;
  const { gate } = loadSettings({ home, environment: {} }).settings;
  const store = openMemoryStore({ directory: home, clock: { nowMs: () => nowMs } });
  try {
    const part = 5_000;
    for (let from = 0; from < count; from += part)
      await store.transact((transaction) => {
        for (let at = from; at < Math.min(count, from + part); at++)
          transaction.putItem(exampleItem(at, request), new Map([['example', 1]]));
      });
    await store.transact((transaction) => {
      for (let at = 3; at < Math.min(count, mostParts); at += lessons.length)
        for (const part of partsOf(exampleItem(at, request), at)) transaction.putItem(part, new Map());
    });
    for (let from = 0; from < decisionCount; from += part)
      await store.transact((transaction) => {
        for (let at = from; at < Math.min(decisionCount, from + part); at++) {
          const receipt = exampleDecision(at, request);
          // As in a home that decides: what the gate knows is a row, and not learned anew from the log.
          if (at === decisionCount - 1) addToGate(transaction, gate, receipt);
          else transaction.addDecision(receipt);
          for (const outcome of outcomesOf(receipt, at)) transaction.addOutcome(outcome);
        }
      });
  } finally {
    store.close();
  }
}

function exampleItem(
  at: number,
  { scope, nowMs, count, payload = '', anchors = [] }: FillRequest,
): MemoryItem {
  const text = (plain: string) => `${plain}${payload}` as RedactedText;
  const body = bodyOf(at, nowMs, (plain) => `${plain}${payload}` as RedactedText);
  const [title, content] =
    body.body?.kind === 'finding'
      ? ['eslint no-unused-vars', 'eslint no-unused-vars in src: removed 1, renamed 1, wrapped 1, handled 1']
      : (lessons[at % lessons.length] as (typeof lessons)[number]);
  const trust = (['user', 'verified', 'agent', 'agent', 'imported', 'untrusted'] as const satisfies Trust[])[
    at % 6
  ] as Trust;
  const status: ItemStatus = at % 11 === 2 ? 'archived' : 'active';
  const createdAtMs = nowMs - (count - at) * (dayMs / 24) - 3_600_000;
  const id = itemId(at + 1);
  const isNew = at % 12 === 2;
  return memoryItem({
    ...{ id, scope, status, trust, createdAtMs, updatedAtMs: createdAtMs + (at % 3) * 60_000 },
    type: itemTypes[at % itemTypes.length] ?? 'fix',
    title: text(at < lessons.length ? title : `${title} (${at})`),
    content: text(isNew ? `${content}\nIt holds for the whole repository.` : content),
    tags: [text('example')],
    references: [text('src/store.ts')],
    anchors: at % 10 === 0 ? anchors.slice((at / 10) % anchors.length, ((at / 10) % anchors.length) + 1) : [],
    source: at % 3 === 0 ? 'cli' : at % 3 === 1 ? 'mcp' : 'transcript',
    principal: trust === 'agent' ? text('agent:claude-code') : text('user:ada'),
    origin: trust === 'agent' ? text('mcp:claude-code/5e0c1a2b') : 'cli',
    fingerprint: `fingerprint of ${id}`,
    accessCount: at % 9,
    quarantined: at === maybeSame || (trust === 'untrusted' && at % 5 === 0),
    relatedItems: [
      ...(isNew && at > 6 ? [{ id: itemId(at - 6), relation: 'may_supersede' } as const] : []),
      ...(at % 7 === 3 && at < mostParts ? [{ id: patternIdOf(at), relation: 'depends_on' } as const] : []),
    ],
    ...body,
  });
}

/** Only the first failures are whole, so that a long list is as long as was asked for. */
const mostParts = 100;
const patternIdOf = (at: number) => itemId(900_000 + at);

/** The pattern of a variant, and the two times that it occurred. */
function partsOf({ body, ...variant }: MemoryItem, at: number): readonly MemoryItem[] {
  if (body?.kind !== 'variant') return [];
  const part = (id: number, changes: Partial<MemoryItem>) =>
    memoryItem({ ...variant, id: itemId(id), fingerprint: `part ${id}`, relatedItems: [], ...changes });
  return [
    part(900_000 + at, { body: { kind: 'pattern', symptom: variant.title } }),
    ...[0, 1].map((time) =>
      part(910_000 + at + time, {
        createdAtMs: variant.createdAtMs + time * dayMs,
        relatedItems: [{ id: variant.id, relation: 'depends_on' }],
        body: {
          kind: 'episode',
          variantId: variant.id,
          failure: body.failure,
          outcome: 'verified',
          steps: time === 0 ? 7 + (at % 6) : 2,
          session: `5e0c1a2b-${time}`,
          ...(time === 0 ? { attempts: ['edited src/store.ts' as RedactedText] } : {}),
        },
      }),
    ),
  ];
}

function bodyOf(
  at: number,
  nowMs: number,
  text: (plain: string) => RedactedText,
): { readonly body?: ItemBody } {
  const failure = failureProfile({
    errorLines: [text('Error: connect ECONNREFUSED 127.0.0.1:5432')],
    excerpt: text('Error: connect ECONNREFUSED 127.0.0.1:5432'),
  });
  if (at % 7 === 3)
    return {
      body: {
        kind: 'variant',
        patternId: patternIdOf(at),
        failure,
        command: text('npm test'),
        symptom: text('It fails'),
        ...(at === maybeSame ? { doubt: { kind: 'merge' as const, variantId: itemId(at - 6) } } : {}),
      },
    };
  if (at % 17 === 12)
    return {
      body: {
        kind: 'finding',
        tool: text('eslint'),
        rule: text('no-unused-vars'),
        sites: findingWays.slice(3, 7).map((way, place) => ({
          ...{ id: `5e0c1a2b${place}`, way, path: text('src/store.ts'), atMs: nowMs },
          ...{ form: text('const x ='), mark: '', added: [text('export {};')] },
        })),
      },
    };
  if (at % 13 === 5)
    return { body: { kind: 'preference', stance: 'avoid', strategy: text('npm install --force') } };
  return {};
}

function exampleDecision(
  at: number,
  { scope, nowMs, count, decisionCount, payload = '' }: FillRequest,
): DecisionReceipt {
  const text = (plain: string) => `${plain}${payload}` as RedactedText;
  const tree = (value: number) => ({
    value,
    description: text('how well its words fit'),
    parts: [
      { value: value * 0.6, description: text('words of the error'), parts: [] },
      { value: value * 0.3, description: text('the command'), parts: [] },
      { value: value * 0.1, description: text('the files'), parts: [] },
    ],
  });
  const shows = at % 3 !== 1;
  const [moment, query, lesson] = questions[at % questions.length] as (typeof questions)[number];
  const answer = lesson + lessons.length * (at % Math.max(1, Math.floor(count / lessons.length)));
  const considered = Array.from({ length: Math.min(count, 2 + (at % 6)) }, (_, rank): ConsideredMemory => {
    const value = 9 - rank - (at % 3);
    const admitted = rank !== 2;
    return {
      itemId: itemId(((answer + rank * 5) % count) + 1),
      score: tree(value),
      comparison: tree(value / 10),
      relevance: Math.max(0.1, 0.9 - rank * 0.14),
      strength: rank === 0 ? 'same' : 'similar',
      freshness: rank === 1 ? 'stale' : 'fresh',
      admission: { admitted, refusals: admitted ? [] : ['unverified'], warnings: [] },
      tokenCost: 60,
      shown: shows && rank === 0,
      ...(admitted && !(shows && rank === 0) ? { omitted: 'not_among_the_best' as const } : {}),
    };
  });
  return {
    id: decisionId(at),
    atMs: nowMs - (decisionCount - at) * (dayMs / 8),
    moment,
    scopes: [scope],
    session: text(`5e0c1a2b-${at % 4}`),
    client: text('claude-code'),
    query: text(query),
    considered,
    ...(at % 5 === 2
      ? {}
      : {
          verdict: {
            ...{ policy: 'guarded_rscb_mc', policyVersion: 1, propensity: 1, actionScores: [] },
            action: shows ? ('top1_resolution' as const) : ('abstain' as const),
            seen: {
              candidates: considered
                .filter(({ admission }) => admission.admitted)
                .map(({ itemId, relevance, strength, tokenCost }) => ({
                  itemId,
                  relevance,
                  strength,
                  tokenCost,
                })),
              ...{ nearCount: considered.length, budgetTokens: 400 },
            },
            reason: shows
              ? text(
                  moment === 'after_failure'
                    ? 'It resolved this very failure before.'
                    : 'It is likely enough to help.',
                )
              : text('Nothing is safe or useful enough.'),
            risk: ((at * 37) % 100) / 140,
            ...(shows
              ? {}
              : {
                  overridden: { action: 'top1_resolution' as const, reason: 'risk_above_threshold' as const },
                }),
          },
        }),
    budgetTokens: 400,
    usedTokens: shows ? 60 + (at % 7) * 11 : 0,
    ...(moment === 'after_failure' && shows && at % 4 < 3
      ? { steps: { now: 2 + (at % 3), ...(at % 4 === 0 ? { firstTime: 7 + (at % 6) } : {}) } }
      : {}),
  };
}

function outcomesOf({ id, atMs, considered }: DecisionReceipt, at: number): readonly Outcome[] {
  const shown = considered.find((one) => one.shown);
  if (shown === undefined || at % 2 === 1) return [];
  const kind = at % 10 === 8 ? 'false_positive' : at % 4 === 0 ? 'verified' : 'accepted';
  return [
    {
      ...{ id: `outcome ${at}`, decisionId: id, itemId: shown.itemId, kind, atMs: atMs + 60_000 },
      ...(at % 4 === 0
        ? { by: 'inference' as const, principal: 'inference:tests' }
        : { by: 'user' as const, principal: 'user:ada' }),
    },
  ];
}
