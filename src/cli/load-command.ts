import type { CommandName } from './command-line/commands.ts';
import type { RunCommand } from './session.ts';

/** Each command is loaded only when it runs: start-up time is most of what a search takes. */
const loaders: Readonly<Record<CommandName, () => Promise<RunCommand>>> = {
  status: async () => (await import('./commands/status.ts')).runStatus,
  index: async () => (await import('./commands/index-history.ts')).runIndex,
  searchCommits: async () => (await import('./commands/search-commits.ts')).runSearchCommits,
  examineCommit: async () => (await import('./commands/examine-commit.ts')).runExamineCommit,
  hotspots: async () => (await import('./commands/hotspots.ts')).runHotspots,
  coupled: async () => (await import('./commands/coupled.ts')).runCoupled,
  locate: async () => (await import('./commands/locate.ts')).runLocate,
  viewSummary: async () => (await import('./commands/summaries.ts')).runViewSummary,
  searchSummaries: async () => (await import('./commands/summaries.ts')).runSearchSummaries,
  traverse: async () => (await import('./commands/traverse.ts')).runTraverse,
  entity: async () => (await import('./commands/entity.ts')).runEntity,
  doctor: async () => (await import('./commands/doctor.ts')).runDoctor,
  repoShow: async () => (await import('./commands/repo.ts')).runRepoShow,
  repoLink: async () => (await import('./commands/repo.ts')).runRepoLink,
  repoSplit: async () => (await import('./commands/repo.ts')).runRepoSplit,
};

export function loadCommand(name: CommandName): Promise<RunCommand> {
  return loaders[name]();
}
