import type { CommandName } from './command-line/commands.ts';
import type { RunCommand } from './session.ts';

/** Each command is loaded only when it runs, because most of a search's time is start-up. */
const loaders: Readonly<Record<CommandName, () => Promise<RunCommand>>> = {
  status: async () => (await import('./commands/status.ts')).runStatus,
  index: async () => (await import('./commands/index-history.ts')).runIndex,
  searchCommits: async () => (await import('./commands/search-commits.ts')).runSearchCommits,
  examineCommit: async () => (await import('./commands/examine-commit.ts')).runExamineCommit,
  hotspots: async () => (await import('./commands/hotspots.ts')).runHotspots,
  coupled: async () => (await import('./commands/coupled.ts')).runCoupled,
  locate: async () => (await import('./commands/locate.ts')).runLocate,
  learn: async () => (await import('./commands/learn.ts')).runLearn,
  viewSummary: async () => (await import('./commands/summaries.ts')).runViewSummary,
  searchSummaries: async () => (await import('./commands/summaries.ts')).runSearchSummaries,
  traverse: async () => (await import('./commands/traverse.ts')).runTraverse,
  entity: async () => (await import('./commands/entity.ts')).runEntity,
  remember: async () => (await import('./commands/remember.ts')).runRemember,
  recall: async () => (await import('./commands/recall.ts')).runRecall,
  why: async () => (await import('./commands/why.ts')).runWhy,
  feedback: async () => (await import('./commands/feedback.ts')).runFeedback,
  list: async () => (await import('./commands/items.ts')).runList,
  show: async () => (await import('./commands/items.ts')).runShow,
  forget: async () => (await import('./commands/forget.ts')).runForget,
  review: async () => (await import('./commands/review.ts')).runReview,
  reviewApprove: async () => (await import('./commands/review.ts')).runReviewApprove,
  reviewReject: async () => (await import('./commands/review.ts')).runReviewReject,
  match: async () => (await import('./commands/match.ts')).runMatch,
  record: async () => (await import('./commands/record.ts')).runRecord,
  guardrails: async () => (await import('./commands/guardrails.ts')).runGuardrails,
  failuresList: async () => (await import('./commands/failures.ts')).runFailuresList,
  failuresShow: async () => (await import('./commands/failures.ts')).runFailuresShow,
  failuresReview: async () => (await import('./commands/failures.ts')).runFailuresReview,
  setup: async () => (await import('./commands/setup.ts')).runSetup,
  mineSessions: async () => (await import('./commands/mine-sessions.ts')).runMineSessions,
  importRules: async () => (await import('./commands/import-rules.ts')).runImportRules,
  mcp: async () => (await import('./commands/mcp.ts')).runMcp,
  pause: async () => (await import('./commands/pausing.ts')).runPause,
  resume: async () => (await import('./commands/pausing.ts')).runResume,
  backup: async () => (await import('./commands/copies.ts')).runBackup,
  restore: async () => (await import('./commands/copies.ts')).runRestore,
  export: async () => (await import('./commands/export.ts')).runExport,
  import: async () => (await import('./commands/import.ts')).runImport,
  purge: async () => (await import('./commands/purge.ts')).runPurge,
  doctor: async () => (await import('./commands/doctor.ts')).runDoctor,
  repoShow: async () => (await import('./commands/repo.ts')).runRepoShow,
  repoLink: async () => (await import('./commands/repo.ts')).runRepoLink,
  repoSplit: async () => (await import('./commands/repo.ts')).runRepoSplit,
};

export function loadCommand(name: CommandName): Promise<RunCommand> {
  return loaders[name]();
}
