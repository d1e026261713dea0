import type { CommandFile } from './command-line/command.ts';
import { type CommandName, commands } from './command-line/commands.ts';
import type { RunCommand } from './session.ts';

/** Loaded only when one of its commands runs, because most of a search's time is start-up. */
const files: Readonly<Record<CommandFile, () => Promise<unknown>>> = {
  status: () => import('./commands/status.ts'),
  'search-commits': () => import('./commands/search-commits.ts'),
  'examine-commit': () => import('./commands/examine-commit.ts'),
  files: () => import('./commands/files.ts'),
  locate: () => import('./commands/locate.ts'),
  code: () => import('./commands/code.ts'),
  remember: () => import('./commands/remember.ts'),
  recall: () => import('./commands/recall.ts'),
  brief: () => import('./commands/brief.ts'),
  why: () => import('./commands/why.ts'),
  items: () => import('./commands/items.ts'),
  review: () => import('./commands/review.ts'),
  failures: () => import('./commands/failures.ts'),
  gate: () => import('./commands/gate.ts'),
  setup: () => import('./commands/setup.ts'),
  sessions: () => import('./commands/sessions.ts'),
  models: () => import('./commands/models.ts'),
  settings: () => import('./commands/settings.ts'),
  exchange: () => import('./commands/exchange.ts'),
  teams: () => import('./commands/teams.ts'),
  upkeep: () => import('./commands/upkeep.ts'),
};

/** The function of a command's name in its file. */
export async function loadCommand(name: CommandName): Promise<RunCommand> {
  const { file } = commands[name];
  const run = ((await files[file]()) as Readonly<Partial<Record<string, RunCommand>>>)[name];
  if (run === undefined) throw new TypeError(`${file}.ts has no ${name}`);
  return run;
}
