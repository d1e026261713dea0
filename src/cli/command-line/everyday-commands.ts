import type { CommandName } from './commands.ts';

interface Moment {
  readonly title: string;
  readonly commands: readonly CommandName[];
}

/** The few commands that most days need, by the moment they are for; `--help --all` lists the others too. */
export const everydayCommands: readonly Moment[] = [
  { title: 'Begin', commands: ['status', 'setup', 'mineSessions'] },
  { title: 'Before a change', commands: ['brief', 'locate', 'forFile'] },
  { title: 'When something fails', commands: ['match', 'remember'] },
  { title: 'Ask', commands: ['recall', 'searchCommits', 'examineCommit'] },
  { title: 'Afterwards', commands: ['why', 'feedback', 'review'] },
  { title: 'In doubt', commands: ['doctor'] },
];
