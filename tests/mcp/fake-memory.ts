import type { RememberRequest } from '../../src/api/inputs.ts';
import type { CommitSearch } from '../../src/model/answers/commit-answers.ts';
import type { FileLocation } from '../../src/model/answers/file-location.ts';
import type { GuardrailList, Recollection } from '../../src/model/answers/recollection.ts';
import type { ItemId, RedactedText } from '../../src/model/brands.ts';
import type { DecisionId } from '../../src/model/decision.ts';
import type { MemoryItem } from '../../src/model/memory-item.ts';
import type { Scope } from '../../src/model/provenance.ts';
import type { CommitId, Lookalike, RepositoryId } from '../../src/model/repository.ts';

const asOf = 'f'.repeat(40) as CommitId;

const text = (words: string): RedactedText => words as RedactedText;

export const nothingKnown: Recollection = {
  kind: 'nothing_known',
  decisionId: '0c4d4fb0-6f0e-4d38-9a43-0d9f7f3a1c11' as DecisionId,
  memories: [],
  units: [],
  leftOut: [],
  pack: { cards: [], text: '', tokens: 0, budgetTokens: 800 },
  recorded: true,
};

export const packText =
  '<afterwit-memory id="k3v9">\nWHEN npm test cannot find left-pad\nDO run npm ci\n</afterwit-memory id="k3v9">';

export function itemOf({ content, title, type, tags = [], scope = 'repo' }: RememberRequest): MemoryItem {
  return {
    id: '7f0d9a52-5a0c-4a6f-8f0a-2b9f6f0c9e01' as ItemId,
    scope: `${scope}:2f1c` as Scope,
    layer: 'semantic',
    type: type ?? 'project_fact',
    title: text(title ?? content.slice(0, 20)),
    content: text(content),
    tags: tags.map(text),
    source: 'mcp',
    confidence: 0.8,
    salience: 0.5,
    createdAtMs: 0,
    updatedAtMs: 0,
    accessCount: 0,
    references: [],
    fingerprint: 'f',
    status: 'active',
    relatedItems: [],
    origin: 'mcp:test',
    principal: 'agent:test',
    trust: 'agent',
    quarantined: false,
    anchors: [],
    tokenCost: 12,
    extra: {},
  };
}

const item = itemOf({ content: 'Run npm ci after switching branches.' });

const card = {
  itemId: item.id,
  trigger: text('npm test cannot find left-pad'),
  evidence: text('seen twice'),
  actionHint: text('run npm ci'),
  failureIfIgnored: text('tests do not start'),
  scope: item.scope,
  provenance: { principal: 'agent:test', trust: 'agent', confirmedOn: '2026-11-20' },
  utility: 0.7,
  tokens: 40,
} as const;

export const recalled: Recollection = {
  ...nothingKnown,
  kind: 'recalled',
  memories: [{ item, card, relevance: 0.9, strength: 'same', freshness: 'fresh', warnings: ['unverified'] }],
  leftOut: [
    { item, reasons: ['stale', 'untrusted'] },
    { item, reasons: ['stale'] },
  ],
  pack: { cards: [card], text: packText, tokens: 60, budgetTokens: 800 },
};

/** Memories come near the failure at hand, none clearly. */
export const unclear: Recollection = {
  ...recalled,
  match: { status: 'ambiguous', topScore: 0.6, margin: 0.01, reason: 'two fixes come as near' },
};

export const guardrailList: GuardrailList = {
  guardrails: [
    {
      rule: text('Run npm ci after switching branches.'),
      pattern: item,
      nearness: { value: 0.5, description: 'nearness', parts: [] },
      episodeCount: 2,
      lastSeenAtMs: 0,
    },
  ],
  cards: [card],
  constraints: [],
  text: '<afterwit-memory id="r1">\nrule\n</afterwit-memory id="r1">',
};

export const lookalike: Lookalike = {
  repository: {
    id: '2f1c4b9e-8a53-4a0e-9d0b-6f1d0c3b7a55' as RepositoryId,
    name: 'kettle',
    evidence: [],
    createdAtMs: 0,
  },
  shared: ['root'],
  itemCount: 12,
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
      confidence: 0.718,
      evidence: ['changed in 4 similar fixes', 'named in the traceback'],
      symbols: [{ name: 'Capture.done', kind: 'method', line: 31 }],
    },
    { path: 'odd\nname.py', score: 1.2, evidence: [], symbols: [] },
  ],
  asOf,
  fileCount: 212,
  skipped: {},
  commitCount: 15_632,
};

export const search: CommitSearch = {
  kind: 'relevant',
  confidence: 0.8,
  hits: [
    {
      id: 'a'.repeat(40) as CommitId,
      subject: 'Close duplicated descriptors',
      message: 'Close duplicated descriptors\n\nFixes #1234.',
      author: 'Ada Author',
      committedAtMs: Date.UTC(2023, 3, 1),
      files: Array.from({ length: 25 }, (_, index) => ({ status: 'modified', path: `src/file-${index}.py` })),
      issues: ['#1234'],
      revertedBy: 'b'.repeat(40) as CommitId,
      score: 12.5,
      confidence: 0.86,
      matchedWords: ['descriptors'],
    },
  ],
  files: [],
  asOf,
  commitCount: 15_632,
};
