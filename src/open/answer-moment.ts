import { identifyClone, locateGitDirectory } from '../adapters/git/git-directory.ts';
import { openMemoryStore } from '../adapters/sqlite/memory/open-memory-store.ts';
import { systemClock } from '../adapters/system/machine.ts';
import { loadSettings } from '../config/load-settings.ts';
import type { Settings } from '../config/settings.ts';
import { answerTo, mostTokensOf, type ReportingAgent } from '../engine/agents/agent-reports.ts';
import type { MomentSubject, ReportedMoment } from '../engine/moments/read-moment.ts';
import type { MomentAnswer } from '../model/answers/recollection.ts';
import { isAfterwitError } from '../model/errors.ts';
import type { Speaker } from '../model/provenance.ts';
import { isNoted, type KnownRepository } from '../model/repository.ts';
import type { MemoryReader, MemoryStore } from '../ports/memory-store.ts';
import { redact } from '../redaction/redact.ts';
import type { MomentRequest } from './at-moment.ts';
import { type HookAnswer, maximumCharacters, printContext, printDenial } from './hook-answer.ts';

/** The operation of a memory that a hook uses. */
interface MomentMemory {
  atMoment(request: AskedMoment): Promise<MomentAnswer>;
}

/** A moment with the values that it may leave to the settings and to its caller. */
export type AskedMoment = MomentRequest & { readonly budgetTokens: number; readonly speaker: Speaker };

/** Does work with the memory of a folder's repository. */
export type UseMemory = (
  folder: string,
  work: (memory: MomentMemory) => Promise<readonly MomentAnswer[]>,
  settings: Settings,
) => Promise<readonly MomentAnswer[]>;

export interface MomentDependencies {
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Program that reports. */
  readonly agent: ReportingAgent;
  /** Folder of the session when the report does not name one. */
  readonly workingDirectory: () => string;
  /** It is not closed. */
  readonly store: MemoryStore;
  readonly useMemory: UseMemory;
  /** Whether this session was told nothing of its start yet, though its first prompt is there. Default: it was. */
  readonly isUnbegun?: (session: string) => boolean;
}

const start = { kind: 'session_start', mayRepeat: false } as const;

/** Tokens for the text around the memories of an answer. */
const tokensAround = 500;

/** Words that an agent which shortens a session reads as a wish for its summary. */
const keepNotes =
  'Notes of a memory that this session was shown. Where the work rests on one, keep it in the summary with its id:';

/**
 * Answers the hook of a moment at which an agent may be told something unasked. Silent for an unknown repository, since a hook
 * makes none known.
 */
export async function answerMoment(
  { about, hookEvent, cwd, session }: ReportedMoment,
  dependencies: MomentDependencies,
): Promise<HookAnswer> {
  const { agent, useMemory, workingDirectory, isUnbegun } = dependencies;
  // It takes no words for its summary; the session starts anew afterwards, and is told the memories that hold then.
  if (agent === 'codex' && about.kind === 'before_compaction')
    return { kind: 'silent', reason: 'Codex takes no words', isRoutine: true };
  const folder = cwd ?? workingDirectory();
  try {
    const settings = await settingsWhereKnown(folder, dependencies);
    if (typeof settings === 'string') return { kind: 'silent', reason: settings };
    const { hooks } = settings;
    const speaker: Speaker = {
      kind: 'agent',
      name: agent,
      source: 'hook',
      ...(session === undefined ? {} : { session: redact(session) }),
    };
    const mostTokens = mostTokensOf(agent) - tokensAround;
    const begins = about.kind === 'prompt' && session !== undefined && isUnbegun?.(session);
    const requests = (begins ? [start, about] : [about])
      .filter((subject) => isOn(subject, hooks))
      .flatMap((subject) => requestsFor(subject, hooks, mostTokens));
    if (requests.length === 0) return { kind: 'silent', reason: 'switched off', isRoutine: true };
    const answers = await useMemory(
      folder,
      async (memory) => {
        const told: MomentAnswer[] = [];
        for (const request of requests) told.push(await memory.atMoment({ ...request, speaker }));
        return told;
      },
      settings,
    );
    return format(hookEvent, answers, agent);
  } catch (fault) {
    if (isAfterwitError(fault) && fault.code !== 'INTERNAL')
      return { kind: 'silent', reason: `${fault.code}: ${fault.message}` };
    throw fault;
  }
}

/** The settings as they are now, or why there is nothing to tell: a memory that was opened before has those of then. */
export async function settingsWhereKnown(
  folder: string,
  { home, environment, store }: Pick<MomentDependencies, 'home' | 'environment' | 'store'>,
): Promise<Settings | string> {
  const directories = locateGitDirectory(folder);
  const { identityDirectory, worktree } = directories;
  const known = store.read((reader) => knownOrWhyNot(reader, identityDirectory));
  if (typeof known === 'string') return known;
  const { settings } = loadSettings({ home, worktree, environment });
  if (!isNoted(known, identifyClone(directories))) {
    const { confirmClone } = await import('./confirm-clone.ts');
    await confirmClone(folder, { home, store, git: settings.git });
  }
  return settings;
}

function knownOrWhyNot(reader: MemoryReader, identityDirectory: string): KnownRepository | string {
  const repository = knownRepository(reader, identityDirectory);
  if (repository === undefined) return 'this repository is not known';
  return reader.pausedAtMs(repository.id) === undefined ? repository : 'paused';
}

/** @param identityDirectory identity of the clone */
export function knownRepository(
  reader: MemoryReader,
  identityDirectory: string,
): KnownRepository | undefined {
  return reader.repositoriesWith({ kind: 'path', value: identityDirectory })[0];
}

/** A hard rule is a person's: no switch of the hooks, which a repository's environment may set, turns it off. */
function isOn(about: MomentSubject, hooks: Settings['hooks']): boolean {
  switch (about.kind) {
    case 'session_start':
      return hooks.sessionStart === 'on';
    case 'prompt':
      return hooks.prompt === 'on';
    case 'before_edit':
      return hooks.beforeEdit === 'on' || about.isRead !== true;
    case 'before_command':
      return true;
    case 'before_compaction':
      return hooks.beforeCompaction === 'on';
  }
}

/** A patch of several files is one event; each of them gets its part of the budget. */
function requestsFor(
  about: MomentSubject,
  hooks: Settings['hooks'],
  mostOfAgent: number,
): readonly (MomentRequest & { readonly budgetTokens: number })[] {
  const within = (budgetTokens: number) => Math.min(budgetTokens, mostOfAgent);
  const ofFiles = (paths: readonly string[], isRead: boolean | undefined) =>
    paths.map((path) => ({
      ...{
        kind: 'before_edit' as const,
        path,
        isRead,
        hardOnly: hooks.beforeEdit === 'off' && isRead !== true,
      },
      budgetTokens: Math.floor(within(hooks.beforeEditTokens) / paths.length),
    }));
  switch (about.kind) {
    case 'session_start':
      return [{ ...about, budgetTokens: within(hooks.sessionStartTokens) }];
    case 'prompt':
      return [
        { kind: 'prompt', prompt: about.prompt, budgetTokens: within(hooks.promptTokens) },
        ...ofFiles(about.paths, true),
      ];
    case 'before_edit':
      return ofFiles(about.paths, about.isRead);
    case 'before_command':
      return [{ ...about, budgetTokens: 0 }];
    case 'before_compaction':
      return [{ ...about, budgetTokens: within(hooks.beforeCompactionTokens) }];
  }
}

async function format(
  hookEvent: ReportedMoment['hookEvent'],
  answers: readonly MomentAnswer[],
  agent: ReportingAgent,
): Promise<HookAnswer> {
  const denied = answers.find((answer) => answer.kind === 'denied');
  if (denied !== undefined) return printDenial(hookEvent, denied.reason);
  const texts = answers.flatMap((answer) => (answer.kind === 'card' ? [answer.text] : []));
  const forUser = answers.flatMap((answer) => (answer.kind === 'denied' ? [] : (answer.forUser ?? [])))[0];
  const text = texts.join('\n');
  if (text === '') {
    const line = answerTo(agent, hookEvent, '', forUser);
    return line === '' ? silence(answers) : { kind: 'printed', line };
  }
  if (hookEvent !== 'PreCompact') return printContext(hookEvent, text, agent, forUser);
  // Before a session is shortened, plain text is a hook's answer; it has no other.
  const line = `${keepNotes}\n${text}\n`;
  return line.length > maximumCharacters
    ? { kind: 'silent', reason: 'answer too long' }
    : { kind: 'printed', line };
}

/** Having nothing to tell is routine, and left out of logs. */
function silence([first]: readonly MomentAnswer[]): HookAnswer {
  const reason = first?.kind === 'silent' ? first.reason : 'nothing to tell';
  return { kind: 'silent', reason, isRoutine: true };
}

/** How long one waits for other writers. */
const busyTimeoutMs = 100;

/** The memory of a home, for a process that answers one moment and ends. Never closed: the last close waits for the disk. */
export function openHookStore(home: string): MemoryStore {
  return openMemoryStore({ directory: home, clock: systemClock, busyTimeoutMs, backups: 'none' });
}
