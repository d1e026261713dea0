import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonLines } from '../datasets/json-lines.ts';

/** A line of a rule file, from the commit that wrote it to the one that took it out. */
export interface TimelineRule {
  readonly repo: string;
  readonly file: string;
  readonly rule: string;
  readonly section: string;
  readonly in_code: boolean;
  readonly added_at: string;
  readonly added_commit: string;
  readonly removed_at: string | null;
  readonly removed_commit: string | null;
  readonly alive_at_head: boolean;
}

/** One commit: what it made of the lines. */
export interface TimelineStep {
  readonly commit: string;
  readonly atMs: number;
  readonly added: readonly TimelineRule[];
  readonly removed: readonly TimelineRule[];
}

export function readTimeline(data: string): readonly TimelineRule[] {
  return readJsonLines<TimelineRule>(join(data, 'rules', 'timeline.jsonl.gz'));
}

/** Commits of one repository in time order. Days are known, not hours: on one day, what was taken out was written before. */
export function stepsOf(rules: readonly TimelineRule[]): readonly TimelineStep[] {
  const days = new Map<string, string>();
  for (const { added_at, added_commit, removed_at, removed_commit } of rules) {
    days.set(added_commit, added_at);
    if (removed_commit !== null && removed_at !== null) days.set(removed_commit, removed_at);
  }
  const commits = [...days.keys()].sort((a, b) => (days.get(a) ?? '').localeCompare(days.get(b) ?? ''));
  const ordered = orderWithinDays(commits, days, rules);
  return ordered.map((commit, at) => ({
    commit,
    // A second apart, so that git keeps the order.
    atMs: Date.parse(days.get(commit) ?? '') + at * 1_000,
    added: rules.filter(({ added_commit }) => added_commit === commit),
    removed: rules.filter(({ removed_commit }) => removed_commit === commit),
  }));
}

function orderWithinDays(
  commits: readonly string[],
  days: ReadonlyMap<string, string>,
  rules: readonly TimelineRule[],
): readonly string[] {
  const after = new Map<string, Set<string>>();
  for (const { added_at, added_commit, removed_at, removed_commit } of rules)
    if (removed_commit !== null && removed_at === added_at && removed_commit !== added_commit)
      after.set(removed_commit, (after.get(removed_commit) ?? new Set()).add(added_commit));
  const placed = new Set<string>();
  const ordered: string[] = [];
  const place = (commit: string, path: ReadonlySet<string>): void => {
    if (placed.has(commit) || path.has(commit)) return;
    for (const earlier of after.get(commit) ?? [])
      if (days.get(earlier) === days.get(commit)) place(earlier, new Set([...path, commit]));
    placed.add(commit);
    ordered.push(commit);
  };
  for (const commit of commits) place(commit, new Set());
  return ordered;
}

/** A repository whose rule files have these lines, commit by commit. @returns its path */
export function buildRuleRepository(folder: string, steps: readonly TimelineStep[]): string {
  mkdirSync(folder, { recursive: true });
  run(folder, ['init', '--quiet', '--initial-branch', 'main']);
  run(folder, ['fast-import', '--quiet'], importStream(steps));
  run(folder, ['reset', '--quiet', '--hard', 'main']);
  return folder;
}

function importStream(steps: readonly TimelineStep[]): string {
  const files = new Map<string, readonly TimelineRule[]>();
  const parts: string[] = [];
  for (const { commit, atMs, added, removed } of steps) {
    const changed = new Set([...added, ...removed].map(({ file }) => file));
    for (const file of changed)
      files.set(file, versionAfter(files.get(file) ?? [], file, { added, removed }));
    const seconds = Math.floor(atMs / 1_000);
    parts.push(`commit refs/heads/main\ncommitter Ada <ada@example.org> ${seconds} +0000\n${dataOf(commit)}`);
    for (const file of changed) {
      const lines = files.get(file) ?? [];
      parts.push(lines.length === 0 ? `D ${file}\n` : `M 100644 inline ${file}\n${dataOf(fileText(lines))}`);
    }
  }
  return parts.join('');
}

/** Lines of a file after a commit; new ones stand behind those of their section. */
export function versionAfter(
  before: readonly TimelineRule[],
  file: string,
  { added, removed }: Pick<TimelineStep, 'added' | 'removed'>,
): readonly TimelineRule[] {
  const gone = new Set(removed);
  const fresh = added.filter((rule) => rule.file === file && !gone.has(rule));
  const all = [...before.filter((rule) => !gone.has(rule)), ...fresh];
  return [...Map.groupBy(all, ({ section }) => section).values()].flat();
}

/** The lines as they stood: under their headings, in lists, tables and listings. */
function fileText(rules: readonly TimelineRule[]): string {
  const lines: string[] = [];
  let [section, isCode] = ['', false];
  const fence = (wanted: boolean): void => {
    if (isCode !== wanted) lines.push('```');
    isCode = wanted;
  };
  for (const { rule, section: own, in_code } of rules) {
    if (own !== section) {
      fence(false);
      lines.push('', `# ${own}`, '');
      section = own;
    }
    fence(in_code);
    lines.push(in_code || /^\s*\|/.test(rule) ? rule : `- ${rule}`);
  }
  fence(false);
  return `${lines.join('\n')}\n`;
}

function dataOf(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}

function run(folder: string, words: readonly string[], input?: string): void {
  const result = spawnSync('git', ['-C', folder, ...words], { input: input ?? '', encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`git ${words[0]} failed: ${result.stderr}`);
}
