import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../../src/numeric/seeded-random.ts';
import { readJsonLines, readText } from '../datasets/json-lines.ts';
import { type AnswerKind, isNearCopy, readRuleLines, ruleCases } from './rule-cases.ts';
import { type RememberedText, rememberText } from './rule-memory.ts';
import { readSessionEnds } from './session-ends.ts';
import { readWrittenDecisions } from './written-decisions.ts';

/** A question, what is remembered when it is asked, and what of that answers it. */
export interface FamilyCase {
  readonly family: string;
  readonly kind: AnswerKind;
  readonly question: string;
  readonly texts: readonly RememberedText[];
  readonly answers: ReadonlySet<RememberedText>;
}

/** Families that share questions or memories are left out together. */
export const groupOfFamily: Readonly<Record<string, string>> = {
  'rule whole': 'statement of a rule',
  'rule short': 'statement of a rule',
  'rule asked': 'statement of a rule',
  'issue text': 'issue',
  'issue title': 'issue',
  'subject for an issue': 'long memory',
  'subject for its body': 'subject',
  'pasted error': 'error',
  'error of a taxonomy': 'error',
  'own words': 'own words',
  'own words, 500 beside': 'own words',
  'prompt of a session': 'prompt',
};

/** Memories of an issue are drawn to one of these sizes, that a bar should not depend on. */
const sizes = [10, 50, 200, 1000, Number.POSITIVE_INFINITY];
const none: ReadonlySet<RememberedText> = new Set();

type Random = () => number;

export function* familyCases(data: string, seed: number): Iterable<FamilyCase> {
  for (const one of ruleCases(data, () => true, seed)) yield { ...one, family: `rule ${one.style}` };
  yield* issueFamilies(data, seededRandom(seed + 10));
  yield* subjectFamily(data, seededRandom(seed + 20));
  yield* errorFamilies(data);
  yield* ownWords(data, seededRandom(seed + 30));
  yield* sessionPrompts(data);
}

interface Commit {
  readonly id: string;
  readonly parent: string;
  readonly subject: string;
  readonly body: string | null;
  readonly issues: readonly string[];
  readonly files: readonly string[];
}

interface LocatedIssue {
  readonly instance_id: string;
  readonly repo: string;
  readonly base_commit: string;
  readonly problem_statement: string;
  readonly gold_files: readonly string[];
}

function commitFiles(data: string): readonly string[] {
  const folder = join(data, 'replay', 'commits');
  return readdirSync(folder).map((name) => join(folder, name));
}

function messageOf({ subject, body }: Commit): string {
  return `${subject}\n\n${body ?? ''}`.trim() || 'fix';
}

/** An issue of a benchmark with the commits that mended it: they change its files, and name it or stand on its base. */
function fixedIssues(data: string) {
  const located = ['swe-bench-verified', 'swe-bench-lite', 'loc-bench'].flatMap((name) =>
    readJsonLines<LocatedIssue>(join(data, 'localization', `${name}.jsonl.gz`)),
  );
  const issues = [...new Map(located.map((issue) => [issue.instance_id, issue])).values()];
  return [...Map.groupBy(issues, ({ repo }) => repo)].flatMap(([repo, own]) => {
    const file = join(data, 'replay', 'commits', `${repo.replace('/', '__')}.jsonl.gz`);
    if (!existsSync(file)) return [];
    const commits = readJsonLines<Commit>(file);
    const texts = commits.map((commit) => rememberText(messageOf(commit)));
    const fixed = own.flatMap((issue) => {
      const number = issue.instance_id.split('-').at(-1) ?? '';
      const fixes = commits.filter(
        (commit) =>
          issue.gold_files.every((path) => commit.files.includes(path)) &&
          (commit.parent === issue.base_commit || namesIssue(commit, number)),
      );
      return fixes.length === 0 ? [] : [{ text: issue.problem_statement.slice(0, 20_000), fixes }];
    });
    return [{ repo, commits, texts, fixed }];
  });
}

function namesIssue(commit: Commit, number: string): boolean {
  return commit.issues.includes(number) || new RegExp(`#${number}\\b`).test(messageOf(commit));
}

function* issueFamilies(data: string, random: Random): Iterable<FamilyCase> {
  const repositories = fixedIssues(data);
  const all = repositories.flatMap(({ repo, fixed }) => fixed.map((one) => ({ ...one, repo })));
  const issueTexts = all.map(({ text }) => rememberText(text));
  for (const { repo, commits, texts, fixed } of repositories) {
    const textOf = new Map(commits.map((commit, at) => [commit, texts[at] as RememberedText]));
    const others = all.filter((one) => one.repo !== repo);
    for (const { text, fixes } of fixed) {
      const answers = new Set(fixes.flatMap((commit) => textOf.get(commit) ?? []));
      const named = new Set(fixes.flatMap(({ issues }) => issues));
      const copies = new Set([
        ...commits
          .filter(({ issues }) => issues.some((id) => named.has(id)))
          .flatMap((one) => textOf.get(one) ?? []),
        ...texts.filter((one) => [...answers].some((answer) => isNearCopy(one, answer))),
      ]);
      const foreign = drawn(others, random)?.text ?? '';
      for (const [family, wording] of [
        ['issue text', (issue: string) => issue],
        ['issue title', (issue: string) => issue.split('\n', 1)[0] ?? ''],
      ] as const) {
        const some = subset(texts, drawn(sizes, random) ?? 10, random);
        yield* thereAndNot({ family, question: wording(text), texts: some, answers }, copies);
        yield { family, kind: 'foreign', question: wording(foreign), texts: some, answers: none };
      }
      const family = 'subject for an issue';
      const own = rememberText(text);
      const question = fixes[0]?.subject ?? '';
      const ofOthers = issueTexts.filter((one) => !fixed.some((other) => rememberText(other.text) === one));
      yield* thereAndNot({ family, question, texts: issueTexts, answers: new Set([own]) });
      yield { family, kind: 'foreign', question, texts: ofOthers, answers: none };
    }
  }
}

const subjectsOfEach = 22;
const fewestBodyWords = 15;
const fewestSubjectWords = 4;

function* subjectFamily(data: string, random: Random): Iterable<FamilyCase> {
  const family = 'subject for its body';
  const repositories = commitFiles(data).map((file) => {
    const commits = readJsonLines<Commit>(file).filter(
      ({ subject, body }) =>
        (body ?? '').split(/\s+/).length >= fewestBodyWords &&
        subject.split(' ').length >= fewestSubjectWords &&
        !(body ?? '').includes('* '),
    );
    const texts = commits.map(({ body }) => rememberText((body ?? '').slice(0, 3_000)));
    return { commits, texts };
  });
  for (const repository of repositories) {
    const { commits, texts } = repository;
    for (let nth = 0; nth < Math.min(subjectsOfEach, commits.length); nth += 1) {
      const at = Math.floor(random() * commits.length);
      const body = texts[at] as RememberedText;
      const question = (commits[at]?.subject ?? '').replaceAll(/\(?#\d+\)?/g, '').trim();
      const answers = new Set(texts.filter((one) => one === body || isNearCopy(one, body)));
      const some = subset(texts, drawn(sizes, random) ?? 10, random);
      const others = drawn(
        repositories.filter((one) => one !== repository && one.commits.length > 0),
        random,
      );
      const foreign = drawn(others?.commits ?? [], random)?.subject ?? '';
      yield* thereAndNot({ family, question, texts: some, answers });
      yield { family, kind: 'foreign', question: foreign, texts: some, answers: none };
    }
  }
}

const recordFields = [
  ...(['title', 'canonical_symptom', 'raw_error', 'canonical_fix', 'prevention_rule'] as const),
  ...(['context', 'verification_steps', 'command', 'file_path'] as const),
];
type IssueRecord = Readonly<Partial<Record<(typeof recordFields)[number], string>>>;

interface ErrorProbe {
  readonly expected_id?: string | null;
  readonly kind: string;
  readonly query: { readonly error_text: string };
}

interface ErrorMemory {
  readonly id: string;
  readonly record: IssueRecord;
  readonly slots: { readonly svc?: string };
  readonly template?: string;
}

interface TaxonomyCase {
  readonly kind: string;
  readonly mode: string;
  readonly query: { readonly error_text: string };
  readonly expected: { readonly title?: string };
}

function recordText(record: IssueRecord): string {
  const told = recordFields.map((field) => record[field]);
  return told.filter(Boolean).join('\n');
}

function* errorFamilies(data: string): Iterable<FamilyCase> {
  const folder = join(data, 'issue-memory');
  const memories = readJsonLines<ErrorMemory>(join(folder, 'scale-1k-memories.jsonl.gz'));
  const texts = memories.map(({ record }) => rememberText(recordText(record)));
  const family = 'pasted error';
  const probes = readJsonLines<ErrorProbe>(join(folder, 'scale-1k-probes.jsonl.gz'));
  for (const [at, { expected_id, kind, query }] of probes.entries()) {
    if (kind === 'positive_same_repo') continue;
    const asked = { family, question: query.error_text };
    const index = memories.findIndex(({ id }) => id === expected_id);
    const answer = texts[index];
    const { slots, template } = memories[index] ?? {};
    if (answer !== undefined) yield { ...asked, kind: 'present', texts, answers: new Set([answer]) };
    // As many absent ones as present ones.
    if (at % 2 === 0) continue;
    const without = texts.filter(
      (one, other) =>
        one !== answer &&
        (slots === undefined ||
          memories[other]?.slots.svc !== slots.svc ||
          memories[other]?.template !== template),
    );
    yield { ...asked, kind: 'absent', texts: without, answers: none };
  }
  const seeds: { readonly user_domain: readonly IssueRecord[] } = JSON.parse(
    readText(join(folder, 'seeds.json')),
  );
  const suites: { readonly failure_taxonomy: { readonly cases: readonly TaxonomyCase[] } } = JSON.parse(
    readText(join(folder, 'suites.json.gz')),
  );
  const known = seeds.user_domain.map((record) => rememberText(recordText(record)));
  for (const { kind, mode, query, expected } of suites.failure_taxonomy.cases) {
    const asked = { family: 'error of a taxonomy', question: query.error_text };
    if (kind === 'negative') yield { ...asked, kind: 'foreign', texts: known, answers: none };
    const answer = known[seeds.user_domain.findIndex(({ title }) => title === expected.title)];
    if (kind === 'negative' || mode === 'raw_error' || answer === undefined) continue;
    yield* thereAndNot({ ...asked, texts: known, answers: new Set([answer]) });
  }
}

const rulesBeside = 500;
const shortestRule = 40;

function* ownWords(data: string, random: Random): Iterable<FamilyCase> {
  const cases = readWrittenDecisions().map(({ decision, question }) => ({
    question,
    own: rememberText(decision),
  }));
  const decisions = cases.map(({ own }) => own);
  const rules = [...new Set(readRuleLines(data).map(({ rule }) => rule))].filter(
    ({ length }) => length > shortestRule,
  );
  const beside = subset(rules, rulesBeside, random).map(rememberText);
  for (const [family, others] of [
    ['own words', []],
    ['own words, 500 beside', beside],
  ] as const) {
    const texts = [...decisions, ...others];
    for (const { question, own } of cases) {
      yield* thereAndNot({ family, question, texts, answers: new Set([own]) });
      if (others.length > 0) yield { family, question, kind: 'foreign', texts: others, answers: none };
    }
  }
}

/** A session's first prompt, asked of how sessions ended: who begins work again asks so. */
function* sessionPrompts(data: string): Iterable<FamilyCase> {
  const family = 'prompt of a session';
  const sessions = readSessionEnds(data).map((one) => ({ ...one, text: rememberText(one.end) }));
  const texts = sessions.map(({ text }) => text);
  for (const { prompt: question, text, project } of sessions) {
    const copies = texts.filter((one) => one !== text && isNearCopy(one, text));
    yield* thereAndNot({ family, question, texts, answers: new Set([text]) }, copies);
    const foreign = sessions.filter((one) => one.project !== project).map((one) => one.text);
    yield { family, kind: 'foreign', question, texts: foreign, answers: none };
  }
}

/** The question with its answers there, and with them and their copies taken out. */
function* thereAndNot(
  asked: Omit<FamilyCase, 'kind'>,
  copies: Iterable<RememberedText> = [],
): Iterable<FamilyCase> {
  const out = new Set([...asked.answers, ...copies]);
  const without = asked.texts.filter((one) => !out.has(one));
  yield { ...asked, kind: 'present', texts: [...new Set([...asked.texts, ...asked.answers])] };
  yield { ...asked, kind: 'absent', texts: without, answers: none };
}

function drawn<T>(all: readonly T[], random: Random): T | undefined {
  return all[Math.floor(random() * all.length)];
}

function subset<T>(all: readonly T[], size: number, random: Random): readonly T[] {
  if (size >= all.length) return all;
  const left = [...all];
  return Array.from({ length: size }, () => left.splice(Math.floor(random() * left.length), 1)[0] as T);
}
