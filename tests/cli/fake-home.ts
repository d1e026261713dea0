import type { FeedbackReceipt, ItemList, ItemView } from '../../src/api/inputs.ts';
import type { MemoryHome } from '../../src/api/memory.ts';
import type { ImportReport, ShareReport } from '../../src/model/answers/exchange-report.ts';
import type {
  DoubtList,
  FailureList,
  FailureView,
  RecordedFailure,
} from '../../src/model/answers/failure-answers.ts';
import type { TrackRecord } from '../../src/model/answers/gate-report.ts';
import type {
  EditedItem,
  ForgottenItems,
  ItemHistory,
  MaintenanceReport,
  RememberedItem,
  ReviewQueue,
} from '../../src/model/answers/item-answers.ts';
import type { ModelCostLine, ModelOverview } from '../../src/model/answers/model-answers.ts';
import type { Brief, FileBrief, GuardrailList, Recollection } from '../../src/model/answers/recollection.ts';
import type { AgentOnMachine, PurgeReport, SetupReport } from '../../src/model/answers/setup-report.ts';
import type { ItemId, RedactedText } from '../../src/model/brands.ts';
import type { DecisionExplanation, DecisionId, DecisionReceipt, Outcome } from '../../src/model/decision.ts';
import type { ScoreTree } from '../../src/model/evidence.ts';
import type { FailureProfile } from '../../src/model/failure.ts';
import type { MemoryItem } from '../../src/model/memory-item.ts';
import { globalScope, scopeOf } from '../../src/model/provenance.ts';
import type { CommitId, RepositoryId, RepositoryPath } from '../../src/model/repository.ts';
import type { MemoryCopy, MemoryReplacement } from '../../src/ports/memory-store.ts';
import { gateEvaluation, gateReplay, gateReport, gateStatistics } from './fake-gate.ts';
import { commitId, nowMs } from './fake-values.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const patternId = '7a8b9c0d-1c2d-4e3f-8a9b-0c1d2e3f4a5b' as ItemId;
const episodeId = '8b9c0d1e-1c2d-4e3f-8a9b-0c1d2e3f4a5b' as ItemId;
const fixId = '5e6f7a8b-1c2d-4e3f-8a9b-0c1d2e3f4a5b' as ItemId;
const lessonId = '1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d' as ItemId;
const decisionId = '9c0d1e2f-3a4b-4c5d-8e6f-7a8b9c0d1e2f' as DecisionId;
const repositoryScope = scopeOf('repo', '2f1c4b9e-8a53-4a0e-9d0b-6f1d0c3b7a55');

/** Stands for text that went through redaction. */
function redacted(text: string): RedactedText {
  return text as RedactedText;
}

const failure: FailureProfile = {
  command: { program: 'npm', subcommand: 'test', family: 'npm test' },
  errorLines: [redacted("Error: Cannot find module './dist/index.js'")],
  excerpt: redacted("Error: Cannot find module './dist/index.js'\n  code: 'MODULE_NOT_FOUND'"),
  exceptionTypes: ['MODULE_NOT_FOUND'],
  entities: [{ kind: 'module', value: './dist/index.js' }],
};

export const fix: MemoryItem = {
  id: fixId,
  scope: repositoryScope,
  layer: 'procedural',
  type: 'fix',
  title: redacted('Build before testing'),
  content: redacted('Run npm run build first.\n\nThe tests import dist/, which a fresh clone lacks.'),
  tags: [redacted('build'), redacted('tests')],
  source: 'cli',
  confidence: 0.9,
  salience: 0.5,
  ttlDays: 180,
  createdAtMs: nowMs - 40 * dayMs,
  updatedAtMs: nowMs - 2 * dayMs,
  lastAccessedAtMs: nowMs - 4 * minuteMs,
  accessCount: 3,
  references: [redacted('#1234')],
  fingerprint: 'f1',
  status: 'active',
  relatedItems: [{ id: lessonId, relation: 'caused_by' }],
  origin: 'cli',
  principal: 'user:ada',
  trust: 'user',
  quarantined: false,
  anchors: [
    { path: 'package.json' as RepositoryPath, blobId: 'b1' },
    {
      path: 'src/index.ts' as RepositoryPath,
      blobId: 'b2',
      symbol: { name: 'openMemory', firstLine: 'export function', lineCount: 9, digest: 'd' },
    },
  ],
  learnedAt: commitId('a'),
  tokenCost: 74,
  body: { kind: 'variant', patternId, failure, command: redacted('npm test') },
  extra: {},
};

export const lesson: MemoryItem = {
  ...withoutBody(fix),
  id: lessonId,
  scope: globalScope,
  layer: 'semantic',
  type: 'project_fact',
  title: redacted('The tests need Node 24'),
  content: redacted('The tests need Node 24.'),
  source: 'mcp',
  origin: 'mcp:claude-code/5e0c1a2b',
  principal: 'agent:claude-code',
  trust: 'agent',
  quarantined: true,
  status: 'superseded',
  supersededById: fixId,
  accessCount: 0,
};

const lexicalScore: ScoreTree = {
  value: 12.5,
  description: 'sum of term scores',
  parts: [{ value: 8.25, description: 'module: idf 5.5 × tf 1.5', parts: [] }],
};
const likeness: ScoreTree = {
  value: 0.93,
  description: 'share of error lines and names in common',
  parts: [],
};

const card: Recollection['memories'][number]['card'] = {
  itemId: fixId,
  trigger: redacted("npm test fails: Cannot find module './dist/index.js'"),
  evidence: redacted('Resolved the same failure twice.'),
  actionHint: redacted('Run npm run build first.'),
  failureIfIgnored: redacted('Every test that imports dist/ fails.'),
  scope: repositoryScope,
  provenance: { principal: 'user:ada', trust: 'user', confirmedOn: '2026-03-30' },
  utility: 0.8,
  tokens: 74,
};

export const recollection: Recollection = {
  kind: 'recalled',
  decisionId,
  memories: [
    {
      item: fix,
      card,
      relevance: 0.93,
      strength: 'same',
      freshness: 'stale',
      warnings: ['stale'],
    },
  ],
  units: [
    {
      ...{ bank: 'failures', id: fix.id, label: fix.title, score: 0.93, confidence: 0.8, tokens: 74 },
      ...{ origin: 'user', scope: globalScope, freshness: 'stale' },
    },
  ],
  leftOut: [{ item: lesson, reasons: ['quarantined', 'no_strong_match'] }],
  pack: {
    cards: [card],
    text: '<memory nonce="x">\n\tRun npm run build first.\n</memory>',
    tokens: 74,
    budgetTokens: 700,
  },
  recorded: true,
};

export const brief: Brief = {
  ...recollection,
  memories: [
    {
      item: { ...lesson, type: 'constraint', status: 'active', quarantined: false },
      card: {
        ...card,
        itemId: lesson.id,
        trigger: redacted('src/boil.ts'),
        actionHint: redacted('Use pnpm.'),
      },
      relevance: 1,
      strength: 'similar',
      freshness: 'fresh',
      warnings: ['unverified'],
    },
  ],
  others: { constraint: 3, decision: 1 },
  waiting: 2,
  lately: [],
};

export const fileBrief: FileBrief = {
  path: 'src/boil.ts',
  brief,
  guardrails: [],
  changes: [
    {
      id: 'a'.repeat(40) as CommitId,
      kind: 'reverted',
      subject: redacted('Boil faster'),
      committedOn: '2026-01-02',
      revertedBy: 'b'.repeat(40) as CommitId,
    },
  ],
  coupled: [
    {
      ...{ path: 'tests/boil.test.ts', together: 9, share: 0.9, shareLow: 0.6, shareHigh: 0.98 },
      ...{ lift: 12, lastTogetherAtMs: 0 },
    },
  ],
  pack: { text: 'pack', tokens: 200, budgetTokens: 600 },
};

export const nothingKnown: Recollection = {
  ...recollection,
  kind: 'nothing_known',
  memories: [],
  leftOut: [],
  pack: { cards: [], text: '', tokens: 0, budgetTokens: 700 },
};

export const abstained: Recollection = {
  ...nothingKnown,
  kind: 'abstained',
  leftOut: [
    { item: fix, reasons: ['stale'] },
    { item: lesson, reasons: ['quarantined', 'no_strong_match'] },
  ],
};

const receipt: DecisionReceipt = {
  id: decisionId,
  atMs: nowMs - 4 * minuteMs,
  moment: 'after_failure',
  scopes: [repositoryScope, scopeOf('user', 'ada'), globalScope],
  session: '5e0c1a2b',
  client: 'claude-code',
  query: redacted("npm test\nError: Cannot find module './dist/index.js'"),
  failure,
  considered: [],
  verdict: {
    policy: 'plain-rule',
    policyVersion: 1,
    action: 'top1_resolution',
    propensity: 1,
    reason: 'a strong match, fresh and trusted',
    actionScores: [
      {
        action: 'top1_resolution',
        score: { value: 1, description: 'the same failure', parts: [likeness] },
      },
      { action: 'abstain', score: { value: 0.5, description: 'silence is always safe', parts: [] } },
    ],
  },
  budgetTokens: 700,
  usedTokens: 74,
};

const outcome: Outcome = {
  id: 'o1',
  decisionId,
  itemId: fixId,
  kind: 'verified',
  by: 'user',
  principal: 'user:ada',
  atMs: nowMs - minuteMs,
};

export const explanation: DecisionExplanation = {
  receipt,
  considered: [
    {
      itemId: fixId,
      item: fix,
      score: lexicalScore,
      relevance: 0.93,
      strength: 'same',
      comparison: likeness,
      freshness: 'drifted',
      admission: { admitted: true, refusals: [], warnings: ['other_branch'] },
      tokenCost: 74,
      shown: true,
    },
    {
      itemId: lessonId,
      score: lexicalScore,
      relevance: 0.41,
      strength: 'different',
      freshness: 'none',
      admission: { admitted: false, refusals: ['quarantined', 'untrusted'], warnings: [] },
      tokenCost: 60,
      shown: false,
    },
  ],
  outcomes: [outcome, { ...withoutItem(outcome), id: 'o2', kind: 'accepted', by: 'inference' }],
};

export const recordedFailure: RecordedFailure = {
  kind: 'created',
  pattern: {
    ...withoutBody(fix),
    id: patternId,
    layer: 'semantic',
    type: 'failure',
    body: { kind: 'pattern', symptom: redacted('The tests cannot find dist.') },
  },
  variant: fix,
  episode: {
    ...withoutBody(fix),
    id: episodeId,
    layer: 'episodic',
    type: 'failure',
    body: { kind: 'episode', variantId: fixId, failure, outcome: 'resolved' },
  },
  redactedSecrets: 0,
};

const patternItem = recordedFailure.pattern;
const episodeItem = recordedFailure.episode;
const variantView = { variant: fix, episodes: [episodeItem], outcomes: { verified: 2, false_positive: 1 } };
export const failureList: FailureList = {
  failures: [
    {
      pattern: patternItem,
      variantCount: 2,
      waitingCount: 1,
      episodeCount: 3,
      lastSeenAtMs: nowMs - 2 * dayMs,
      outcomes: { verified: 2, rejected: 1 },
    },
  ],
  count: 7,
};
export const failureView: FailureView = { pattern: patternItem, variants: [variantView] };
export const doubtList: DoubtList = {
  doubts: [
    {
      kind: 'contradiction',
      variant: { ...variantView, variant: { ...lesson, body: fix.body as NonNullable<MemoryItem['body']> } },
      known: variantView,
    },
  ],
};
export const guardrailList: GuardrailList = {
  guardrails: [
    {
      rule: redacted('Build before you test: dist is not in git.'),
      pattern: patternItem,
      nearness: {
        value: 0.8,
        description: 'nearness',
        parts: [{ value: 0.8, description: 'it happened in src/index.ts', parts: [] }],
      },
      episodeCount: 3,
      lastSeenAtMs: nowMs - 2 * dayMs,
    },
  ],
  cards: [card],
  constraints: [],
  text: '<memory nonce="x">\n\tBuild before you test.\n</memory>',
};
export const importReport: ImportReport = {
  lineCount: 9,
  added: 4,
  known: 2,
  replaced: 1,
  outcomesAdded: 5,
  faultCount: 0,
  faults: [],
  newRepositories: [{ id: '2f1c4b9e-8a53-4a0e-9d0b-6f1d0c3b7a55' as RepositoryId, name: 'kettle' }],
};
export const shareReport: ShareReport = {
  path: '/work/kettle/.afterwit/lessons.jsonl',
  preview: false,
  changes: [
    { kind: 'added', id: fixId, title: 'Build before testing' },
    { kind: 'replaced', id: lessonId, title: 'Dates are in local time' },
  ],
  lineCount: 3,
};

export const faultyImport: ImportReport = {
  ...importReport,
  faultCount: 2,
  faults: [
    { line: 3, code: 'INVALID_ARGUMENT', message: 'The line is not a memory: it is not JSON.' },
    { line: 7, code: 'TEXT_TOO_LARGE', message: 'The line is too long.' },
  ],
};
/** A failure that is known, for sure. */
export const matched: Recollection = {
  ...recollection,
  match: { status: 'match', topScore: 0.93, margin: 0.41, reason: 'the same error of the same command' },
  failure,
  memories: recollection.memories.map((memory) => ({
    ...memory,
    outcomes: { verified: 3, rejected: 1 },
    evidence: {
      agrees: [
        { aspect: 'error', words: 'the error reads the same' },
        { aspect: 'name', words: 'module ./dist/index.js' },
      ],
      differs: [{ aspect: 'command', words: 'npm run check, not npm test' }],
    },
  })),
};
/** A failure that nothing known fits. */
export const unmatched: Recollection = {
  ...nothingKnown,
  match: { status: 'abstain', topScore: 0.12, margin: 0, reason: 'no memory is about this' },
  failure: { ...failure, family: { name: 'import_error', confidence: 0.9, rootCause: 'missing_module' } },
};

export const remembered: RememberedItem = { kind: 'added', item: fix, redactedSecrets: 2 };
export const feedbackReceipt: FeedbackReceipt = { kind: 'recorded', outcome, item: fix };
export const itemList: ItemList = { items: [fix, lesson], count: 12 };
export const itemView: ItemView = {
  links: [{ id: lessonId, relation: 'caused_by', title: redacted('The tests need Node 24') }],
  item: fix,
  anchors: [
    { path: 'package.json', freshness: 'fresh' },
    { path: 'src/index.ts', freshness: 'stale' },
  ],
  outcomes: { verified: 2, false_positive: 1 },
};
export const forgotten: ForgottenItems = { items: [{ id: fixId, title: fix.title }], preview: false };
export const reviewQueue: ReviewQueue = { entries: [{ item: lesson, reason: 'crosses_scope' }], count: 3 };
export const copy: MemoryCopy = {
  path: '/home/ada/my copies/memory.db',
  bytes: 1_240_000,
  itemCount: 12,
  decisionCount: 40,
};
export const replacement: MemoryReplacement = { ...copy, asidePath: '/home/ada/.local/memory.db.aside' };
export const purgeReport: PurgeReport = {
  preview: false,
  home: '/home/ada/.local/share/afterwit',
  files: 9,
  bytes: 34_000_000,
  left: ['/home/ada/.local/share/afterwit/notes.txt'],
  program: { path: '/home/ada/.local/share/afterwit/program', startedBy: ['claude-code'] },
};
export const agentsOnMachine: readonly AgentOnMachine[] = [
  { agent: 'claude-code', name: 'Claude Code', found: true, connected: true },
  { agent: 'codex', name: 'Codex', found: true, connected: false },
  { agent: 'cursor', name: 'Cursor', found: false, connected: false },
];

export const setupReport: SetupReport = {
  agent: 'claude-code',
  preview: false,
  remove: false,
  hasHooks: true,
  changes: [
    {
      path: '/home/ada/.claude/settings.json',
      kind: 'changed',
      diff: [' {', '+  "hooks": {}', '-  "old": 1', ' }'],
      backupPath: '/home/ada/.claude/settings.json.afterwit-backup',
    },
    { path: '/home/ada/.claude.json', kind: 'unchanged', diff: [] },
  ],
  notes: ['Start a new session for it to take effect.'],
};

const earlierId = '3c4d5e6f-1c2d-4e3f-8a9b-0c1d2e3f4a5b' as ItemId;

const maintained: MaintenanceReport = {
  kind: 'done',
  decisionsCounted: 12,
  lookedThrough: 340,
  archived: 2,
  promoted: 1,
  summaries: [
    { id: lessonId, title: 'Nightly import failed', fragments: 5, tokensBefore: 400, tokensAfter: 150 },
  ],
  receiptsCompacted: 7,
};

export const editedItem: EditedItem = {
  item: { ...fix, content: redacted('Run npm run build before the tests.') },
  before: { ...fix, id: earlierId, status: 'superseded' },
  waits: false,
};

export const itemHistory: ItemHistory = {
  item: fix,
  versions: [
    { ...fix, sinceMs: nowMs - 2 * dayMs },
    {
      ...fix,
      id: earlierId,
      content: redacted('Run the build.'),
      trust: 'agent',
      principal: 'agent:claude-code',
      sinceMs: fix.createdAtMs,
      untilMs: nowMs - 2 * dayMs,
    },
  ],
  replaced: [lesson],
  replacedBy: [],
  outcomes: [feedbackReceipt.outcome],
};

const noFacets = { freshness: [], scopes: [], bodies: [], types: [], trusts: [], statuses: [], sources: [] };

const trackRecord: TrackRecord = {
  ...{ reliability: [], coverage: [], ledger: [], wrong: [], wrongCount: 0 },
  unestimated: { count: 0, of: 0, low: 0, high: 1 },
  labels: { user: 0, agent: 0, tests: 0, inference: 0 },
};

const modelOverview: ModelOverview = {
  provider: 'openai',
  model: 'openai/qwen3',
  where: 'http://localhost:11434/v1',
  key: { from: 'nowhere: none is wanted', isThere: false },
  uses: [{ name: 'judge@1', twin: 'memories in order', bound: 'it moves a memory' }],
  callsPerTurn: 1,
  today: { calls: 3, tokens: 4_200, cost: 0.0042 },
  limits: { calls: 200, cost: 1 },
};

const modelCost: ModelCostLine = {
  ...{ day: '2026-02-03', use: 'judge@1', model: 'openai/qwen3', calls: 3, faults: 1 },
  ...{ inputTokens: 4_000, outputTokens: 200, cost: 0.0042 },
};

/** A home that answers with the fixed values above, or with what the test puts in their place. */
export function fakeHome(overrides: Partial<MemoryHome> = {}): MemoryHome {
  const close = overrides.close ?? (async () => {});
  return {
    gate: async () => gateReport,
    knownRepositories: async () => [],
    resetGate: async () => ({ forgotten: 3 }),
    models: async () => modelOverview,
    testModel: async () => ({
      model: 'openai/qwen3',
      prompt: 'judge@1',
      tookMs: 840,
      calls: 1,
      prefersTheFix: true,
    }),
    modelCosts: async () => ({ sinceMs: nowMs, lines: [modelCost] }),
    exportTuning: async () => ['{"messages":[]}\n'],
    replayGate: async () => gateReplay,
    evaluateGate: async () => gateEvaluation,
    statistics: async () => gateStatistics,
    timeline: async () => ({ rows: [], count: 0 }),
    trackRecord: async () => trackRecord,
    redecide: async () => ({ policy: 'plain_rule' }),
    browse: async () => ({ rows: [], count: 0, facets: noFacets }),
    list: async () => itemList,
    show: async () => itemView,
    archive: async () => fix,
    maintain: async () => maintained,
    forget: async () => forgotten,
    review: async () => reviewQueue,
    approve: async () => fix,
    edit: async () => editedItem,
    history: async () => itemHistory,
    reject: async () => lesson,
    failures: async () => failureList,
    failure: async () => failureView,
    doubts: async () => doubtList,
    decideDoubt: async () => fix,
    why: async () => explanation,
    feedback: async () => feedbackReceipt,
    exportLines: () => ['{"id":"x"}\n'],
    exportV2: () => [{ file: 'semantic.jsonl', line: '{"id":"x"}\n' }],
    share: async () => shareReport,
    importShared: async () => importReport,
    importLines: async () => importReport,
    importFiles: async () => importReport,
    backUp: async () => copy,
    restore: async () => replacement,
    purge: async () => purgeReport,
    ...overrides,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function withoutBody({ body: _, ...rest }: MemoryItem): MemoryItem {
  return rest;
}

function withoutItem({ itemId: _, ...rest }: Outcome): Outcome {
  return rest;
}
