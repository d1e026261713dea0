export { type MemoryHome, openHome } from './api/home.ts';
export type * from './api/inputs.ts';
export { type Memory, openMemory } from './api/memory.ts';
export type * from './model/anchor.ts';
export type * from './model/answer-evidence.ts';
export type * from './model/answers/brief.ts';
export type * from './model/answers/commit-answers.ts';
export type * from './model/answers/exchange-report.ts';
export type * from './model/answers/failure-list.ts';
export type * from './model/answers/file-brief.ts';
export type * from './model/answers/file-location.ts';
export type * from './model/answers/file-summary.ts';
export type * from './model/answers/function-location.ts';
export type * from './model/answers/gate-report.ts';
export type * from './model/answers/guardrail-list.ts';
export type * from './model/answers/hook-silences.ts';
export type * from './model/answers/item-history.ts';
export type * from './model/answers/learning-report.ts';
export type * from './model/answers/maintenance.ts';
export type * from './model/answers/memory-status.ts';
export type * from './model/answers/mining-report.ts';
export type * from './model/answers/moment-answer.ts';
export type * from './model/answers/recollection.ts';
export type * from './model/answers/review.ts';
export type * from './model/answers/rules-report.ts';
export type * from './model/answers/setting-answers.ts';
export type * from './model/answers/setup-report.ts';
export type * from './model/card.ts';
export type * from './model/code.ts';
export type * from './model/code-graph.ts';
export type * from './model/commit.ts';
export * from './model/context-unit.ts';
export type * from './model/decision.ts';
export {
  AfterwitError,
  type ErrorCode,
  type ErrorData,
  errorCatalogue,
  isAfterwitError,
} from './model/errors.ts';
export type * from './model/failure.ts';
export type * from './model/failure-bodies.ts';
export type * from './model/failure-evidence.ts';
export type * from './model/gate.ts';
export type * from './model/gate-state.ts';
export type * from './model/judgement.ts';
export type * from './model/memory-item.ts';
export type { MetricName, MetricValues } from './model/metrics.ts';
export type * from './model/preference-body.ts';
export type * from './model/recorded-failure.ts';
export type * from './model/redacted-text.ts';
export type * from './model/repository.ts';
export type * from './model/scope.ts';
export type * from './model/score-tree.ts';
export type * from './model/session-event.ts';
export type * from './model/speaker.ts';
export type * from './model/trust.ts';
export type * from './model/version-body.ts';
export { type Configuration, type ConfigurationOptions, openConfiguration } from './open/configuration.ts';
export type { OpenHomeOptions } from './open/open-home.ts';
export type { OpenMemoryOptions } from './open/open-repository.ts';
export type { Clock } from './ports/clock.ts';
export type { Judge, JudgeQuestion, JudgeUnit, JudgeVerdict } from './ports/judge.ts';
export type { MemoryCopy, MemoryReplacement } from './ports/memory-upkeep.ts';
export type { Meter } from './ports/meter.ts';
export type { Random } from './ports/random.ts';
