export type * from './model/code.ts';
export type * from './model/code-graph.ts';
export type * from './model/commit.ts';
export type * from './model/commit-memory.ts';
export {
  AfterwitError,
  type ErrorCode,
  type ErrorData,
  errorCatalogue,
  isAfterwitError,
} from './model/errors.ts';
export type * from './model/file-location.ts';
export type * from './model/file-summary.ts';
export type * from './model/memory-status.ts';
export type * from './model/repository.ts';
export type * from './model/score-tree.ts';
export type {
  AsOf,
  ExamineCommitOptions,
  IndexOptions,
  Interruptible,
  LimitOptions,
  Memory,
  OpenMemoryOptions,
  SearchCommitsOptions,
  TopKOptions,
  TraverseOptions,
} from './open/memory.ts';
export { openMemory } from './open/open-memory.ts';
