import type { SessionList } from '../../model/session.ts';
import { limit, places, preview, watching } from '../common-fields.ts';
import { choice, required } from '../field.ts';
import { ofRepository } from '../operation.ts';

/** Returns the plan of `mineSessions`. Only the first lines of transcripts are read for it. */
export const planMining = ofRepository({
  name: 'planMining',
  reads: true,
  summary: 'Say which sessions mineSessions would read.',
  input: {
    ...places,
  },
  run: async (options, on) => {
    const { planOwnMining } = await import('../../open/session-mining.ts');
    return await planOwnMining(options, on);
  },
});

/**
 * Learns from the sessions of agents in this repository: failures with their fixes, rules and decisions that the user stated.
 * Everything is kept as said by the agent; of fixes, the record of tools may be shown unasked (`capture.unconfirmedFixes`).
 * Resumable; mining again adds nothing.
 * @throws HOME_NOT_WRITABLE, DISK_FULL, INTERRUPTED
 */
export const mineSessions = ofRepository({
  name: 'mineSessions',
  summary:
    'Learn from the sessions of agents in this repository: failures and what fixed them, rules that you stated.',
  answer: 'MiningReport',
  input: {
    ...places,
    preview,
    ...watching,
  },
  terminal: {
    words: ['mine-sessions'],
    arguments: ['places'],
    details: [
      'Reads the transcripts of Claude Code, Codex, Gemini CLI and OpenCode, without a language model unless `memory.v3.extractionMode` is `hybrid`. A fix counts only where the command that failed passed later; what it was is told from the change. Before the first run it asks a person at the terminal; only after a yes are sessions read, now and whenever those of Claude Code and Codex pause or end.',
      'Everything is kept as said by the agent, and recalled on request. Unasked, an agent whose command fails in the same way is shown the change or the command, marked as unconfirmed; all else only after a person approves it (review). Secrets are removed first, and by default nothing leaves this machine.',
      'Each request of a session is kept with what was done for it, and offered under its own heading to who asks for the like. Transcripts whose working folder is relative are passed over, and said to be: name the folder as they write it (--folder).',
      'Can be stopped at any time and run again: only what is new is read, and nothing is remembered twice.',
    ],
    examples: {
      'afterwit mine-sessions --dry-run': 'What would be learned?',
      'afterwit mine-sessions': 'Learn it.',
      'afterwit mine-sessions --folder ~/old/project':
        'Also from sessions in the folder where the clone lay before.',
    },
  },
  run: async (options, on) => {
    const { mineHere } = await import('../../open/session-mining.ts');
    return await mineHere({ ...options, ...on.watching(options) }, on);
  },
});

/** Returns the work, open ends and lessons of the last sessions; empty where none may be read. Default limit: 5. */
export const sessions = ofRepository({
  name: 'sessions',
  reads: true,
  summary: 'Say in three lines what the last sessions of agents here did, left open and learned.',
  answer: 'SessionList',
  input: {
    limit: limit('Most sessions that --json lists.', { byDefault: '5' }),
  },
  terminal: {
    words: ['sessions'],
    details:
      'By rules alone, from what is kept of each session when it is read (mine-sessions): what was asked first, cut, the files that it changed, its commits, and the check that failed after its last change. Says nothing where there is nothing to say, or where sessions may not be read.',
    examples: { 'afterwit sessions': 'Where did the last sessions stop?' },
  },
  run: async ({ limit: most = 5 }, on): Promise<SessionList> => {
    const { sessionLines } = await import('../../wording/session-lines.ts');
    await on.current.settle();
    const sessions = (await on.lastSessions()).slice(0, most);
    return { sessions, lines: sessionLines(sessions) };
  },
});

/**
 * Keeps the user's answer to whether sessions here may be read. Hooks read them only after `yes`.
 * @throws HOME_NOT_WRITABLE, DISK_FULL
 */
export const keepMiningConsent = ofRepository({
  name: 'keepMiningConsent',
  summary: 'Keep what the user answered when asked whether sessions here may be read.',
  input: {
    consent: required(choice(['yes', 'no'], 'Whether sessions here may be read.')),
  },
  takes: ['consent'],
  run: async ({ consent }, on) => {
    const { miningLogOf } = await import('../../open/mining-log-of.ts');
    const { home, repositoryId } = await on.miningPlace();
    miningLogOf(home, repositoryId).keepConsent(consent);
  },
});

/**
 * Reads the rule files of the working tree (AGENTS.md, CLAUDE.md, GEMINI.md, Cursor's and Copilot's) and keeps the memory in step
 * with them: new rules are remembered, a rule that is gone is superseded by the one in its place, or archived.
 */
export const importRules = ofRepository({
  name: 'importRules',
  summary:
    'Keep the memory in step with the rule files of this repository: AGENTS.md, CLAUDE.md and their like.',
  answer: 'RulesReport',
  input: {
    preview,
  },
  terminal: {
    words: ['import-rules'],
    details: [
      'Reads AGENTS.md, CLAUDE.md, GEMINI.md, the rules of Cursor and the instructions of Copilot as they stand in the working tree, in every folder. New rules are remembered; a rule that is gone gives way to the one in its place, or is archived; one that is back is revived. What a person decided about a rule stays.',
      'Rules hold in this repository only, and are believed as the words of a file.',
    ],
    examples: {
      'afterwit import-rules --dry-run': 'What would change?',
      'afterwit import-rules': 'Change it.',
    },
  },
  run: async (options, on) => {
    const { importRules: importFrom } = await import('../../engine/rules/import-rules.ts');
    return await importFrom(options, { ...(await on.remembering()), git: on.dependencies.git });
  },
});

/** No memory is shown unasked in this repository until `resume`. Returns the time of the pause. */
export const pause = ofRepository({
  name: 'pause',
  summary: 'Show no memory unasked in this repository, until resume.',
  answer: '{ sinceMs: number }',
  input: {},
  terminal: {
    words: ['pause'],
    details: 'Questions are still answered, and remembering goes on.',
    examples: { 'afterwit pause': 'Stop showing memories to the agents here.' },
  },
  run: async (_, { dependencies, current }) => {
    const { pauseRepository } = await import('../../engine/repositories/link-repository.ts');
    await current.settle();
    return await pauseRepository({ ...dependencies, repositoryId: current.known.id });
  },
});

/** Returns false when it was not paused. @throws NEEDS_PERSON when it was, and no person asks */
export const resume = ofRepository({
  name: 'resume',
  summary: 'Show memories unasked again in this repository.',
  answer: '{ resumed: boolean }',
  input: {},
  terminal: {
    words: ['resume'],
    details: 'Only a person may do this, because the pause may be another user’s.',
    examples: { 'afterwit resume': 'Show them again.' },
  },
  run: async (_, { dependencies, current }) => {
    const { resumeRepository } = await import('../../engine/repositories/link-repository.ts');
    return await resumeRepository({ ...dependencies, repositoryId: current.known.id });
  },
});
