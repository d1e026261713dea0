import type { Memory } from '../../src/api/memory.ts';
import type {
  CommitExamination,
  CommitHit,
  CommitSearch,
  CoupledFiles,
  HotspotList,
} from '../../src/model/answers/commit-answers.ts';
import type { RulesReport } from '../../src/model/answers/exchange-report.ts';
import type {
  FileLocation,
  FileSummary,
  LearningReport,
  SummarySearch,
} from '../../src/model/answers/file-location.ts';
import type { Diagnosis, IndexReport, MemoryStatus } from '../../src/model/answers/memory-status.ts';
import type { TeamMember, TeamStatus } from '../../src/model/answers/team-answers.ts';
import type { ItemId } from '../../src/model/brands.ts';
import type { CodeNode, CodeTraversal, EntityView } from '../../src/model/code.ts';
import type { KnownRepository, RepositoryId, RepositoryPath } from '../../src/model/repository.ts';
import type { MiningPlan, MiningReport, SessionList } from '../../src/model/session.ts';
import { redact } from '../../src/redaction/redact.ts';
import {
  brief,
  feedbackReceipt,
  fileBrief,
  guardrailList,
  recollection,
  recordedFailure,
  remembered,
} from './fake-home.ts';
import { commitId, nowMs } from './fake-values.ts';

const dayMs = 86_400_000;

const hit: CommitHit = {
  id: commitId('a'),
  subject: 'Close duplicated descriptors when capturing is torn down',
  message: 'Close duplicated descriptors when capturing is torn down\n\nFixes #1234.',
  author: 'Ada Author',
  committedAtMs: nowMs - 3 * 366 * dayMs,
  files: [
    { status: 'modified', path: 'tests/test_capture.py' },
    { status: 'modified', path: 'changelog/1234.rst' },
    { status: 'modified', path: 'src/capture.py' },
    { status: 'renamed', path: 'src/streams.py', previousPath: 'src/io.py' },
    { status: 'added', path: 'src/descriptors.py' },
  ],
  issues: ['#1234'],
  revertedBy: commitId('b'),
  score: 12.5,
  confidence: 0.86,
  matchedWords: ['descriptors', 'capturing'],
  explanation: {
    value: 12.5,
    description: 'sum of term scores',
    parts: [
      { value: 8.25, description: 'descriptors: idf 5.5 × tf 1.5', parts: [] },
      { value: 4.25, description: 'capturing: idf 4.25 × tf 1', parts: [] },
    ],
  },
};

export const search: CommitSearch = {
  kind: 'relevant',
  confidence: 0.8,
  hits: [
    hit,
    { ...withoutRevert(hit), id: commitId('c'), confidence: 0.41, subject: 'Capture warnings', issues: [] },
  ],
  files: [{ path: 'src/capture.py', share: 0.31, commits: 12 }],
  asOf: commitId('f'),
  commitCount: 15_632,
};

export const noneRelevant: CommitSearch = {
  kind: 'none_relevant',
  reason: 'no commit message contains any of these words',
  confidence: 0.02,
  hits: [{ ...withoutRevert(hit), confidence: 0.08 }],
  files: [],
  asOf: commitId('f'),
  commitCount: 15_632,
};

export const examination: CommitExamination = {
  id: commitId('a'),
  parents: [commitId('9')],
  author: 'Ada Author',
  authoredAtMs: nowMs - 400 * dayMs,
  committedAtMs: nowMs - 399 * dayMs,
  subject: hit.subject,
  message: `${hit.subject}\n\nThey leaked.\n\nReviewed-by: Bob Reader`,
  trailers: [{ key: 'Reviewed-by', value: 'Bob Reader' }],
  files: hit.files,
  patch: {
    files: [
      {
        change: { status: 'modified', path: 'src/capture.py' },
        text: '--- a/src/capture.py\n+++ b/src/capture.py\n@@ -1,2 +1,2 @@ def done\n \tkept\n-\tleaked\n+\tclosed\n',
        omittedBytes: 2_048,
        binary: false,
      },
      { change: { status: 'added', path: 'logo.png' }, text: '', omittedBytes: 0, binary: true },
    ],
    omittedFiles: 3,
  },
  issues: [
    {
      issue: '#1234',
      closes: true,
      title: 'Descriptors leak',
      body: 'After 1,000 tests\nthere are none left.',
      state: 'closed',
      url: 'https://example.org/1234',
      otherCommits: [commitId('d')],
    },
  ],
  pointsAt: [{ id: commitId('8'), subject: 'Duplicate descriptors', relation: 'fixes' }],
  pointedAtBy: [{ id: commitId('b'), subject: 'Revert "Close duplicated descriptors"', relation: 'reverts' }],
  asOf: commitId('f'),
};

export const hotspots: HotspotList = {
  hotspots: [
    { path: 'src/capture.py', heat: 8.2, changes: 120, lastChangedAtMs: nowMs - 2 * dayMs },
    { path: 'src/streams.py', heat: 3.1, changes: 41, lastChangedAtMs: nowMs - 40 * dayMs },
  ],
  halfLifeDays: 180,
  asOf: commitId('f'),
  commitCount: 15_632,
};

export const coupledFiles: CoupledFiles = {
  path: 'src/capture.py',
  commits: 120,
  previousPaths: ['capture.py'],
  coupled: [
    {
      path: 'tests/test_capture.py',
      together: 66,
      share: 0.55,
      shareLow: 0.46,
      shareHigh: 0.64,
      lift: 21.4,
      lastTogetherAtMs: nowMs - 2 * dayMs,
    },
  ],
  asOf: commitId('f'),
};

export const indexReport: IndexReport = {
  head: commitId('f'),
  commitsAdded: 12,
  commitCount: 15_632,
  fileCount: 640,
  unreadable: [],
  tookMs: 840,
  waited: false,
};

export const status: MemoryStatus = {
  version: '0.1.0',
  home: '/home/ada/.local/share/afterwit',
  repository: {
    id: '2f1c4b9e-8a53-4a0e-9d0b-6f1d0c3b7a55' as RepositoryId,
    name: 'capture',
    path: '/home/ada/capture',
    head: commitId('f'),
    branch: 'main',
    shallow: false,
    partial: false,
  },
  index: {
    state: 'current',
    path: '/home/ada/.local/share/afterwit/index/2f1c.db',
    bytes: 34_000_000,
    commitCount: 15_632,
    unreadableCount: 0,
    updatedAtMs: nowMs,
  },
  history: {
    commitCount: 15_632,
    mergeCount: 3_210,
    authorCount: 890,
    firstCommitAtMs: Date.UTC(2007, 1, 12),
    lastCommitAtMs: nowMs - 2 * dayMs,
    issueLinkCount: 4_210,
    revertCount: 66,
    fileCount: 640,
  },
  memories: { here: 12, fixes: 3, waiting: 2 },
  connected: ['claude-code'],
  hooksToReview: 0,
  hooks: {
    sinceMs: nowMs - 7 * dayMs,
    tooLate: 2,
    faults: 1,
    times: [],
    lastAtMs: nowMs,
    lastReason: 'too late',
  },
  files: { bytes: 4_096 },
  nextSteps: [{ command: 'afterwit search-commits "descriptors leak"', why: 'find what happened before' }],
};

export const diagnosis: Diagnosis = {
  healthy: true,
  checks: [
    { name: 'git', result: 'ok', message: 'version 2.47' },
    { name: 'index', result: 'warning', message: 'is behind HEAD.', remedy: 'Run afterwit index.' },
  ],
};

export const repository: KnownRepository = {
  id: status.repository.id,
  name: 'capture',
  createdAtMs: nowMs - 10 * dayMs,
  evidence: [
    { kind: 'path', value: '/home/ada/capture/.git' },
    { kind: 'remote', value: 'example.org/ada/capture' },
  ],
};

export const summary: FileSummary = {
  path: 'src/capture.py',
  language: 'python',
  purpose: 'Captures what tests print. Descriptors are duplicated and put back.',
  exports: [
    { name: 'Capture', kind: 'class', line: 12, documentation: 'Keeps standard output and error of a test.' },
    { name: 'suspend', kind: 'function', line: 140 },
  ],
  exportCount: 5,
  themes: [
    { word: 'descriptors', commits: 14 },
    { word: 'teardown', commits: 9 },
  ],
  changesWith: [
    { path: 'tests/test_capture.py', share: 0.55 },
    { path: 'src/streams.py', share: 0.21 },
  ],
  counts: { classes: 3, functions: 9, methods: 41, imports: 11 },
  changes: 120,
  heat: 8.2,
  lastChangedAtMs: nowMs - 2 * dayMs,
  estimatedTokens: 96,
  asOf: commitId('f'),
};

export const summarySearch: SummarySearch = {
  kind: 'relevant',
  hits: [{ summary, score: 7.5, coverage: 0.6, matchedWords: ['captures', 'print'] }],
  fileCount: 200,
  asOf: commitId('f'),
};

const captureClass: CodeNode = {
  id: 'symbol:src/capture.py#Capture',
  kind: 'class',
  path: 'src/capture.py',
  name: 'Capture',
  startLine: 12,
  endLine: 60,
  documentation: 'Keeps standard output and error of a test.',
};
const captureFile: CodeNode = {
  id: 'file:src/capture.py',
  kind: 'file',
  path: 'src/capture.py',
  name: 'capture.py',
};
const sourceFolder: CodeNode = { id: 'dir:src', kind: 'directory', path: 'src', name: 'src' };
const suspend: CodeNode = {
  id: 'symbol:src/capture.py#suspend',
  kind: 'function',
  path: 'src/capture.py',
  name: 'suspend',
  startLine: 140,
  endLine: 151,
};
const otherClass: CodeNode = { ...captureClass, id: 'symbol:src/old.py#Capture', path: 'src/old.py' };

export const traversal: CodeTraversal = {
  kind: 'traversed',
  nodes: [
    { ...captureClass, distance: 0 },
    { ...captureFile, distance: 1 },
    { ...suspend, distance: 1 },
    { ...sourceFolder, distance: 2 },
  ],
  edges: [
    { kind: 'contains', from: captureFile.id, to: captureClass.id, count: 1 },
    { kind: 'contains', from: captureFile.id, to: suspend.id, count: 1 },
    { kind: 'contains', from: sourceFolder.id, to: captureFile.id, count: 1 },
    { kind: 'calls', from: suspend.id, to: captureClass.id, count: 3 },
  ],
  omitted: 7,
  direction: 'both',
  depth: 2,
  kinds: ['contains', 'imports', 'calls', 'inherits'],
  alternatives: [otherClass],
  asOf: commitId('f'),
};

export const entityView: EntityView = {
  kind: 'found',
  name: 'Capture',
  entities: [
    {
      node: captureClass,
      source: { text: 'class Capture:\n\tdef done(self):\n\t\tclose()', startLine: 12, omittedLines: 46 },
      neighbours: [
        { relation: 'contained_by', nodes: [captureFile], total: 1 },
        { relation: 'called_by', nodes: [suspend], total: 24 },
      ],
    },
  ],
  alternatives: [otherClass],
  asOf: commitId('f'),
};

export const unknownEntity: EntityView = {
  kind: 'unknown',
  name: 'Captrue',
  entities: [],
  alternatives: [captureClass],
  asOf: commitId('f'),
};

export const location: FileLocation = {
  kind: 'located',
  confidence: 0.86,
  weights: 'shipped',
  warnings: [],
  files: [
    {
      path: 'src/capture.py',
      score: 3.1,
      confidence: 0.72,
      evidence: ['changed in 4 similar fixes', 'named in the traceback'],
      symbols: [{ name: 'Capture.done', kind: 'method', line: 31 }],
    },
    { path: 'src/streams.py', score: 1.2, evidence: [], symbols: [] },
  ],
  asOf: commitId('f'),
  fileCount: 212,
  skipped: { vendored: 12, huge: 1 },
  commitCount: 15_632,
};

export const notLocated: FileLocation = {
  ...location,
  kind: 'none_relevant',
  reason: 'it is 4 % likely that a file to change is among the first ten, below the required 25 %',
  confidence: 0.04,
  files: location.files.map((file) => ({ ...file, confidence: 0.02 })),
};

const learning: LearningReport = {
  kind: 'learned',
  taughtFixes: 120,
  heldBackFixes: 40,
  reusedFixes: 96,
  comparison: {
    shipped: {
      allInFirst: 18,
      allInFirst5: 27,
      hitFirst: 26,
      meanReciprocalRank: 0.755,
      calibrationError: 0.03,
    },
    own: { allInFirst: 20, allInFirst5: 30, hitFirst: 28, meanReciprocalRank: 0.79, calibrationError: 0.02 },
    wins: 4,
    losses: 1,
    gain: 0.035,
    gainLow: -0.004,
    gainHigh: 0.071,
    shareBetter: 0.96,
  },
  weights: { bestChunk: { shipped: 2.42, own: 2.61 }, title: { shipped: 1.52, own: 1.53 } },
  seed: 1,
  asOf: commitId('f'),
  tookMs: 42_000,
};

const otherRepository: KnownRepository = {
  ...repository,
  id: '77777777-8a53-4a0e-9d0b-6f1d0c3b7a55' as RepositoryId,
  name: 'other',
};

export const miningPlan: MiningPlan = {
  transcripts: [{ agent: 'claude-code', files: 2, bytes: 3_500_000 }],
  otherFiles: 7,
  relativeFolders: [],
  consent: 'not_asked',
};

export const miningReport: MiningReport = {
  preview: false,
  transcripts: [
    { agent: 'claude-code', files: 2, bytes: 3_500_000 },
    { agent: 'codex', files: 1, bytes: 500_000 },
  ],
  unchangedFiles: 1,
  otherFiles: 7,
  relativeFolders: [],
  bytesRead: 3_500_000,
  taskCount: 2,
  lessons: [
    {
      fate: 'added',
      type: 'fix',
      text: redact(
        'Edit src/find.ts: cast the id before the lookup.\n- return rows[id];\n+ return rows[Number(id)];',
      ),
      itemId: '0193a2b4-0000-4000-8000-000000000001' as ItemId,
      command: 'npm test',
      error: redact("TypeError: Cannot read properties of undefined (reading 'name')"),
      files: [redact('src/find.ts')],
      evidence: {
        agent: 'claude-code',
        session: '5e0c',
        transcript: '/home/ada/.claude/projects/-home-ada-capture/5e0c.jsonl',
        line: 12,
        alsoFailedAtLines: [],
        passedAtLine: 30,
        atMs: nowMs - 86_400_000,
      },
    },
  ],
  skippedLines: [{ transcript: '/home/ada/.codex/sessions/rollout-1.jsonl', line: 4, reason: 'not_json' }],
  skippedLineCount: 1,
  redactedSecrets: 1,
  tookMs: 1_200,
};

export const rulesReport: RulesReport = {
  preview: false,
  files: [{ path: 'AGENTS.md' as RepositoryPath, rules: 2 }],
  ruleCount: 2,
  changes: [
    {
      fate: 'added',
      path: 'AGENTS.md' as RepositoryPath,
      text: redact('Use pnpm, never npm.'),
      itemId: '0193a2b4-0000-4000-8000-000000000002' as ItemId,
    },
    {
      fate: 'superseded',
      path: 'AGENTS.md' as RepositoryPath,
      text: redact('Use npm for everything.'),
      itemId: '0193a2b4-0000-4000-8000-000000000003' as ItemId,
    },
  ],
  pastRules: { superseded: 0, archived: 0 },
  redactedSecrets: 0,
};

export const sessionList: SessionList = {
  sessions: [
    {
      agent: 'claude-code',
      session: 's1',
      endedAtMs: nowMs - 86_400_000,
      request: redact('Fix the lid of the kettle'),
      files: [redact('src/lid.ts')],
      commits: [redact('1a2b3c4 Fix the lid')],
      lessonCount: 1,
    },
  ],
  lines: ['did: 2026-03-31 "Fix the lid of the kettle"', 'left open: npm test fails', 'learned: 1 memory'],
};

const team: TeamStatus = {
  ...{ team: 'a'.repeat(32), hub: 'git:https://example.org/kettle.git', member: 'ada', role: 'owner' },
  ...{ shares: 'confirmed', repositories: ['root:1a2b'], proposals: 'open' },
  ...{ members: 2, operations: 12, unpushed: 1, unproved: 0 },
};
const member: TeamMember = {
  ...{ machine: 'b'.repeat(32), name: 'ada', role: 'owner', state: 'present', operations: 9, isThis: true },
};

const fakeTeams: Pick<
  Memory,
  | 'createTeam'
  | 'inviteToTeam'
  | 'joinTeam'
  | 'syncTeam'
  | 'teamStatus'
  | 'teamMembers'
  | 'revokeFromTeam'
  | 'leaveTeam'
  | 'teamLog'
  | 'compactTeam'
  | 'searchTeam'
> = {
  createTeam: async () => team,
  inviteToTeam: async (name) => ({
    ...{ team: team.team, name, role: 'writer', code: 'team.e30', expiresAtMs: nowMs },
  }),
  joinTeam: async () => team,
  syncTeam: async () => ({
    ...{ team: team.team, pulled: 3, pushed: 2, admitted: 1, taken: 1, forgotten: 0, conflicts: 1 },
    setAside: [],
  }),
  teamStatus: async () => [team],
  teamMembers: async () => [member],
  revokeFromTeam: async () => ({
    members: [member, { ...member, name: 'ben', isThis: false, state: 'gone', until: 4 }],
    canRead: true,
  }),
  searchTeam: async () => ({
    hits: [
      {
        ...{ item: member.machine, title: 'Descale the kettle', content: 'Descale it.', type: 'fix' },
        ...{ place: 'root:1', machine: member.machine, member: 'ada', atMs: nowMs, confirmations: 2 },
        isHere: false,
      },
    ],
    ...{ unproved: 1, matched: 1, isCut: false },
    facets: [{ facet: 'member', value: 'ada', hits: 1 }],
  }),
  leaveTeam: async () => ({ team: team.team, removed: 2, isTold: false }),
  compactTeam: async () => ({ team: team.team, emptied: 3 }),
  teamLog: async () => [
    {
      ...{ machine: member.machine, seq: 9, atMs: nowMs, principal: 'ada', kind: 'text', item: 'item' },
      ...{ state: 'effective', isEmptied: false },
    },
  ],
};

/** A memory that answers with the fixed values above, or with what the test puts in their place. */
export function fakeMemory(overrides: Partial<Memory> = {}): Memory {
  const close = overrides.close ?? (async () => {});
  return {
    ...fakeTeams,
    location: {
      requestedPath: '.',
      gitDirectory: '/home/ada/capture/.git',
      commonDirectory: '/home/ada/capture/.git',
      identityDirectory: '/home/ada/capture/.git',
      objectFormat: 'sha1',
      bare: false,
      shallow: false,
      partial: false,
      head: commitId('f'),
    },
    index: async () => indexReport,
    status: async () => status,
    diagnose: async () => diagnosis,
    searchCommits: async () => search,
    examineCommit: async () => examination,
    hotspots: async () => hotspots,
    coupledFiles: async () => coupledFiles,
    viewSummary: async () => summary,
    searchSummaries: async () => summarySearch,
    traverse: async () => traversal,
    entity: async () => entityView,
    locate: async () => location,
    learn: async () => learning,
    forgetLearned: async () => true,
    record: async () => recordedFailure,
    remember: async () => remembered,
    recall: async () => recollection,
    brief: async () => brief,
    forFile: async () => fileBrief,
    read: async () => Promise.reject(new Error('no command reads by id')),
    readable: async () => Promise.reject(new Error('no command lists what an agent may read')),
    why: async () => Promise.reject(new Error('commands ask the home')),
    review: async () => Promise.reject(new Error('commands ask the home')),
    guardrails: async () => guardrailList,
    atMoment: async () => ({ kind: 'silent', reason: 'no command is a moment' }),
    feedback: async () => feedbackReceipt,
    planMining: async () => miningPlan,
    mineSessions: async () => miningReport,
    keepMiningConsent: async () => undefined,
    sessions: async () => sessionList,
    importRules: async () => rulesReport,
    pause: async () => ({ sinceMs: nowMs - 3_600_000 }),
    resume: async () => true,
    repositories: {
      current: async () => repository,
      all: async () => [repository, otherRepository],
      lookalike: async () => undefined,
      link: async () => otherRepository,
      split: async () => ({ ...repository, id: otherRepository.id }),
    },
    ...overrides,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function withoutRevert({ revertedBy: _, ...rest }: CommitHit): CommitHit {
  return rest;
}
