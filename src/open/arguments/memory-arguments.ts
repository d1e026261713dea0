import { disclosures } from '../../model/card.ts';
import { codeEdgeKinds, traverseDirections } from '../../model/code-graph.ts';
import { itemTypes } from '../../model/memory-item.ts';
import { stances } from '../../model/preference-body.ts';
import { writableScopes } from '../../model/scope.ts';
import type { Memory, OpenMemoryOptions } from '../memory.ts';
import type {
  AsOf,
  BriefRequest,
  ExamineCommitOptions,
  ForFileOptions,
  GuardrailsRequest,
  HotspotsOptions,
  IndexOptions,
  LearnOptions,
  LimitOptions,
  LocateOptions,
  MineSessionsOptions,
  MomentRequest,
  ReadOptions,
  RecallRequest,
  RecordFailureRequest,
  RememberRequest,
  SearchCommitsOptions,
  TopKOptions,
  TraverseOptions,
} from '../memory-requests.ts';
import {
  type ArgumentShape,
  action,
  anything,
  either,
  flag,
  havingMethods,
  listOf,
  number,
  object,
  oneOf,
  request,
  requestOf,
  required,
  signal,
  text,
  texts,
} from './argument-shape.ts';
import type { Arguments, MethodArguments } from './check-arguments.ts';
import { asOf, asOfOnly, details, failure, feedback, id, limitOnly, speaker } from './common-shapes.ts';

const watching = { signal, onProgress: action };
const scope = oneOf(...writableScopes);
const places = { places: texts, folders: texts };

type Moment<Kind> = Extract<MomentRequest, { readonly kind: Kind }>;
const momentFields = { kind: text, budgetTokens: number, speaker };

export const openMemoryArguments: Arguments = {
  options: request<OpenMemoryOptions>({
    repository: text,
    home: text,
    settings: object,
    speaker,
    issueExport: text,
    clock: havingMethods('nowMs'),
    meter: havingMethods('createCounter', 'createHistogram'),
    // Checked by requireJudge.
    judge: anything,
    random: havingMethods('uuid'),
    ...watching,
  }),
};

export const memoryArguments: MethodArguments<Memory> & {
  readonly repositories: MethodArguments<Memory['repositories']>;
} = {
  index: { options: request<IndexOptions>({ ...asOf, ...watching, rebuild: flag }) },
  status: {},
  diagnose: {},
  searchCommits: {
    query: required(either(text, texts)),
    options: request<SearchCommitsOptions>({
      ...asOf,
      topK: number,
      minimumConfidence: number,
      files: number,
      explain: flag,
    }),
  },
  examineCommit: {
    commit: required(text),
    options: request<ExamineCommitOptions>({ ...asOf, issueExport: text, patchBytes: number }),
  },
  hotspots: { options: request<HotspotsOptions>({ ...asOf, limit: number, all: flag }) },
  coupledFiles: {
    path: required(text),
    options: request<AsOf & LimitOptions>({ ...asOf, limit: number }),
  },
  viewSummary: { path: required(text), ...asOfOnly },
  searchSummaries: {
    query: required(text),
    options: request<AsOf & TopKOptions>({ ...asOf, topK: number }),
  },
  traverse: {
    node: required(text),
    options: request<TraverseOptions>({
      ...asOf,
      limit: number,
      depth: number,
      direction: oneOf(...traverseDirections),
      kinds: listOf(oneOf(...codeEdgeKinds)),
    }),
  },
  entity: { name: required(text), ...asOfOnly },
  locate: {
    issue: required(text),
    options: request<LocateOptions>({
      ...asOf,
      topK: number,
      explain: flag,
      weights: oneOf('learned', 'shipped'),
      functions: number,
      pastFixes: number,
      historyDepth: number,
    }),
  },
  learn: { options: request<LearnOptions>({ ...asOf, ...watching, questions: number, seed: number }) },
  forgetLearned: {},
  remember: {
    request: required(
      request<RememberRequest>({
        content: required(text),
        title: text,
        type: oneOf(...itemTypes),
        scope,
        tags: texts,
        files: texts,
        failure,
        details,
        hard: request<NonNullable<RememberRequest['hard']>>({ command: text }),
        strategy: request<NonNullable<RememberRequest['strategy']>>({
          stance: required(oneOf(...stances)),
          words: required(text),
        }),
        speaker,
      }),
    ),
  },
  record: {
    request: required(
      request<RecordFailureRequest>({
        fix: required(text),
        failure: required(failure),
        details,
        title: text,
        scope,
        tags: texts,
        files: texts,
        speaker,
      }),
    ),
  },
  recall: {
    request: required(
      request<RecallRequest>({
        ...asOf,
        query: text,
        failure,
        files: texts,
        moment: oneOf('asked', 'after_failure'),
        budgetTokens: number,
        disclosure: oneOf(...disclosures),
        topK: number,
        speaker,
      }),
    ),
  },
  brief: { request: request<BriefRequest>({ query: text, files: texts, budgetTokens: number, speaker }) },
  forFile: {
    path: required(text),
    options: request<ForFileOptions>({ budgetTokens: number, speaker }),
  },
  atMoment: {
    request: required(
      requestOf('kind', {
        session_start: request<Moment<'session_start'>>({ ...momentFields, mayRepeat: flag }),
        prompt: request<Moment<'prompt'>>({ ...momentFields, prompt: required(text) }),
        before_edit: request<Moment<'before_edit'>>({
          ...{ ...momentFields, path: required(text) },
          ...{ isRead: flag, hardOnly: flag },
        }),
        before_command: request<Moment<'before_command'>>({ ...momentFields, command: required(text) }),
        before_compaction: request<Moment<'before_compaction'>>(momentFields),
      } satisfies Record<MomentRequest['kind'], ArgumentShape>),
    ),
  },
  read: { ...id, options: request<ReadOptions>({ from: number }) },
  readable: limitOnly,
  why: { decision: text },
  review: limitOnly,
  planMining: { options: request<Pick<MineSessionsOptions, 'places' | 'folders'>>(places) },
  mineSessions: {
    options: request<MineSessionsOptions>({ ...places, ...watching, preview: flag }),
  },
  sessions: limitOnly,
  keepMiningConsent: { consent: required(oneOf('yes', 'no')) },
  importRules: { options: request<{ readonly preview?: boolean }>({ preview: flag }) },
  feedback,
  guardrails: {
    request: required(
      request<GuardrailsRequest>({ files: texts, command: text, query: text, limit: number }),
    ),
  },
  pause: {},
  resume: {},
  repositories: {
    current: {},
    all: {},
    lookalike: {},
    link: { repositoryId: required(text), options: request<{ readonly speaker: unknown }>({ speaker }) },
    split: { options: request<{ readonly speaker: unknown }>({ speaker }) },
  },
  close: {},
};
