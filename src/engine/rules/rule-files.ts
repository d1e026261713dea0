import { readRules, type StatedRule } from '../../capture/read-rules.ts';
import {
  describeRewrite,
  judgeSuccession,
  pairReplacements,
  type WordedRule,
  wordRule,
} from '../../lessons/judge-succession.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { CommitId, RepositoryPath } from '../../model/repository.ts';
import type { FileVersion, GitReader, WorkingFiles } from '../../ports/git-reader.ts';
import { readBlobTexts } from '../snapshot/open-code.ts';

/** A file that tells agents how to work here. */
export interface RuleFile {
  readonly path: RepositoryPath;
  /** Git's id of its content. */
  readonly blobId: string;
  readonly text: string;
}

const ruleFile =
  /(?:^|\/)(?:AGENTS|CLAUDE|GEMINI)\.md$|(?:^|\/)\.cursorrules$|(?:^|\/)\.cursor\/rules\/.+\.mdc?$|^\.github\/copilot-instructions\.md$|^\.github\/instructions\/.+\.md$/i;
/** Files and folders in which rules usually stand, whether they are there or were once. */
const rulePlaces: readonly RepositoryPath[] = [
  ...['AGENTS.md', 'CLAUDE.md', '.claude/CLAUDE.md', 'GEMINI.md', '.cursorrules', '.cursor/rules'],
  ...['.github/copilot-instructions.md', '.github/instructions'],
];
const mostFiles = 100;
/** A longer file is none that tells agents how to work. */
const mostBytes = 262_144;
const regular = /^100/;

function isRuleFile(path: RepositoryPath): boolean {
  return ruleFile.test(path);
}

interface RuleFileDependencies {
  readonly git: Pick<GitReader, 'listTree' | 'readBlobs'>;
  readonly files: WorkingFiles | undefined;
}

/** Rule files of a commit, as they are in the working tree now, without those gone there. */
export async function findRuleFiles(
  commit: CommitId | undefined,
  { git, files }: RuleFileDependencies,
): Promise<readonly RuleFile[]> {
  if (commit === undefined) return [];
  const tree = await git.listTree(commit);
  const entries = tree.filter(({ path, mode }) => regular.test(mode) && isRuleFile(path)).slice(0, mostFiles);
  if (files !== undefined) {
    return entries.flatMap(({ path }) => {
      const bytes = files.read(path)?.bytes;
      return bytes === undefined || bytes.length > mostBytes
        ? []
        : [{ path, blobId: files.blobId(bytes, 'sha1'), text: new TextDecoder().decode(bytes) }];
    });
  }
  const ids = entries.map(({ blobId }) => blobId);
  const texts = await readBlobTexts(git, ids, mostBytes);
  return entries.flatMap(({ path, blobId }) => {
    const text = texts.get(blobId);
    return text === undefined ? [] : [{ path, blobId, text }];
  });
}

/** Enough for years; a rule that went before that is not missed. */
const mostCommits = 2_000;
/** Limits of all versions that are read, the latest first: 600 versions of 300 rules are fewer. */
const mostBytesInAll = 33_554_432;
const mostRulesInAll = 200_000;
const deletedMode = '000000';

/**
 * Returns the changes of rule files by commits, oldest first: of files that are there now, that the memory knows, or
 * that stand at the usual places.
 */
export async function readRuleHistory(
  commit: CommitId | undefined,
  known: readonly RepositoryPath[],
  git: Pick<GitReader, 'listFileVersions' | 'readBlobs'>,
): Promise<readonly RuleFileStep[]> {
  if (commit === undefined) return [];
  const paths = [...new Set([...rulePlaces, ...known])];
  const listed = await git.listFileVersions({ commit, paths, limit: mostCommits });
  const versions = listed.filter(({ path }) => isRuleFile(path));
  const texts = await readTexts(versions, git);
  const steps: RuleFileStep[] = [];
  let rulesLeft = mostRulesInAll;
  for (const version of versions) {
    const text = version.mode === deletedMode ? '' : texts.get(version.blobId);
    if (text === undefined) continue;
    const { path, committedAtMs, previousPath } = version;
    const rules = readRules(text);
    rulesLeft -= rules.length;
    if (rulesLeft < 0) break;
    steps.push({ atMs: committedAtMs, path, previousPath, rules });
  }
  return steps.reverse();
}

async function readTexts(
  versions: readonly FileVersion[],
  git: Pick<GitReader, 'readBlobs'>,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(versions.filter(({ mode }) => regular.test(mode)).map(({ blobId }) => blobId));
  const texts = new Map<string, string>();
  const decoder = new TextDecoder();
  let bytesLeft = mostBytesInAll;
  for await (const { id, bytes, sizeBytes } of git.readBlobs([...ids], mostBytes)) {
    bytesLeft -= sizeBytes;
    if (bytesLeft < 0) break;
    if (bytes !== undefined && sizeBytes <= mostBytes) texts.set(id, decoder.decode(bytes));
  }
  return texts;
}

/** Origins of rules begin so; the path of the file follows. */
export const originPrefix = 'rules:';

/** Rule files that an agent reads by itself when it starts, by its name. */
const readBy: Readonly<Record<string, RegExp>> = {
  'claude-code': /(?:^|\/)CLAUDE\.md$/i,
  codex: /(?:^|\/)AGENTS\.md$/i,
  'cursor-agent': /(?:^|\/)(?:AGENTS\.md|\.cursorrules|\.cursor\/rules\/.*)$/i,
  gemini: /(?:^|\/)GEMINI\.md$/i,
  copilot: /(?:^|\/)AGENTS\.md$|^\.github\/(?:copilot-instructions\.md|instructions\/.*)$/i,
};

/** Whether an agent has a rule in its context already, because it reads the file itself. */
export function isReadBy(agent: string, { origin }: Pick<MemoryItem, 'origin'>): boolean {
  if (!origin.startsWith(originPrefix)) return false;
  return readBy[agent]?.test(origin.slice(originPrefix.length)) === true;
}

const places = /(?:^|\/)(?:\.(?:claude|cursor|github)\/.*|[^/]*)$/;

/**
 * The folder that a rule of a file holds for: the one that the file lies in, `ui/` of `ui/AGENTS.md` and of
 * `ui/.cursor/rules/react.mdc`; empty for the whole repository. Undefined where the rule came from no file.
 */
export function ruleFolderOf({ origin }: Pick<MemoryItem, 'origin'>): RepositoryPath | undefined {
  if (!origin.startsWith(originPrefix)) return undefined;
  const folder = origin.slice(originPrefix.length).replace(places, '');
  return folder === '' ? '' : `${folder}/`;
}

/** A rule file after one commit, or as it is now. */
export interface RuleFileStep {
  readonly atMs: number;
  readonly path: RepositoryPath;
  /** Where it was before, when the commit renamed it. */
  readonly previousPath?: RepositoryPath | undefined;
  /** None when it was deleted. */
  readonly rules: readonly Pick<StatedRule, 'text' | 'section' | 'isNormative'>[];
}

/** A rule in one file: when it came, and when it went. */
export interface RuleLife {
  readonly path: RepositoryPath;
  readonly text: string;
  readonly section: string;
  readonly isNormative: boolean;
  readonly sinceMs: number;
  readonly end?: RuleEnd;
}

export interface RuleEnd {
  readonly atMs: number;
  /** The rule that says something else in its place, or says it elsewhere. */
  readonly successor?: Pick<RuleLife, 'path' | 'text'>;
}

/**
 * Most pairs of rules that are compared in all, some seconds of work. Of a change for which too few are left,
 * the replacements stay unknown.
 */
const mostPairs = 500_000;
/** To judge a pair is to align its words, which takes as long as to compare so many. */
const pairsPerJudgement = 20;

/** Lives of rules by file and text, those that ended among them. */
export type RuleLives = ReadonlyMap<string, RuleLife>;

export function lifeKey({ path, text }: Pick<RuleLife, 'path' | 'text'>): string {
  return JSON.stringify([path, text]);
}

/**
 * Versions of rule files, oldest first → lives of their rules. A rule that the next version lacks was replaced or removed; one
 * that comes back counts as never gone.
 */
export function followRules(steps: readonly RuleFileStep[]): RuleLives {
  const lives = new Map<string, StandingRule>();
  const standing = new Map<RepositoryPath, readonly StandingRule[]>();
  const work = { pairsLeft: mostPairs };
  for (const step of steps) {
    const { path, previousPath = path, atMs } = step;
    const before = standing.get(previousPath) ?? [];
    const moved = new Map(before.map((life) => [life.text, life]));
    const after = distinctRules(step.rules).map(({ text, section, isNormative }): StandingRule => {
      const known = lives.get(lifeKey({ path, text })) ?? moved.get(text);
      const life = { path, text, section, isNormative, sinceMs: known?.sinceMs ?? atMs };
      return known === undefined ? wordRule(life) : { ...life, words: known.words };
    });
    for (const life of after) lives.set(lifeKey(life), life);
    for (const ended of endedBetween(before, after, step, work)) lives.set(lifeKey(ended), ended);
    if (previousPath !== path) standing.delete(previousPath);
    standing.set(path, after);
  }
  return lives;
}

/** Its words are told once, however many versions it stands in. */
type StandingRule = RuleLife & WordedRule;

function endedBetween(
  before: readonly StandingRule[],
  after: readonly StandingRule[],
  { path, atMs }: RuleFileStep,
  work: { pairsLeft: number },
): readonly StandingRule[] {
  const byText = new Map(after.map((life) => [life.text, life]));
  const ended = before.filter((life) => life.path !== path || !byText.has(life.text));
  if (ended.length === 0) return [];
  const rewrite = describeRewrite(before, after);
  // A renamed file keeps its rules under another path.
  const successors = new Map<string, string>(before.map(({ text }) => [text, text]));
  const { gone, came } = rewrite;
  const cost = gone.length * came.length + pairsPerJudgement * Math.min(gone.length, came.length);
  const isAffordable = cost <= work.pairsLeft;
  if (isAffordable) work.pairsLeft -= cost;
  const pairs = isAffordable ? pairReplacements(rewrite) : [];
  for (const { older, newer } of pairs)
    if (judgeSuccession({ newer: newer.text, older: older.text, rewrite }).kind === 'supersedes')
      successors.set(older.text, newer.text);
  return ended.map((life) => {
    const successor = byText.get(successors.get(life.text) ?? '');
    const named =
      successor === undefined ? {} : { successor: { path: successor.path, text: successor.text } };
    return { ...life, end: { atMs, ...named } };
  });
}

/** Rules with different words; the last of those with the same. */
export function distinctRules<T extends { readonly text: string }>(rules: readonly T[]): readonly T[] {
  return [...new Map(rules.map((rule) => [rule.text, rule])).values()];
}
