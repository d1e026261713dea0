export type * from './api/inputs.ts';
export { type Memory, type MemoryHome, openHome, openMemory } from './api/memory.ts';
export type * from './model/answers/commit-answers.ts';
export type * from './model/answers/exchange-report.ts';
export type * from './model/answers/failure-answers.ts';
export type * from './model/answers/file-location.ts';
export type * from './model/answers/gate-report.ts';
export type * from './model/answers/item-answers.ts';
export type * from './model/answers/memory-status.ts';
export type * from './model/answers/model-answers.ts';
export type * from './model/answers/recollection.ts';
export type * from './model/answers/setup-report.ts';
export type * from './model/brands.ts';
export type * from './model/card.ts';
export { contextBanks } from './model/card.ts';
export type * from './model/code.ts';
export type * from './model/decision.ts';
export {
  AfterwitError,
  type ErrorCode,
  type ErrorData,
  errorCatalogue,
  isAfterwitError,
} from './model/errors.ts';
export type * from './model/evidence.ts';
export type * from './model/failure.ts';
export type * from './model/gate.ts';
export type * from './model/item-body.ts';
export type * from './model/memory-item.ts';
export type * from './model/provenance.ts';
export type * from './model/repository.ts';
export type * from './model/session.ts';
export { type Configuration, type ConfigurationOptions, openConfiguration } from './open/configuration.ts';
export type { OpenHomeOptions } from './open/open-home.ts';
export type { OpenMemoryOptions } from './open/open-repository.ts';
export type { Judge, JudgeQuestion, JudgeUnit, JudgeVerdict } from './ports/judge.ts';
export type { Embedder, SdkModel } from './ports/language-model.ts';
export type { MemoryCopy, MemoryReplacement } from './ports/memory-store.ts';
export type { Clock, Meter, Random } from './ports/system.ts';
