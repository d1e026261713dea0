import { quotedLine } from '../../cards/card-parts.ts';
import { compileWayCard } from '../../cards/way-card.ts';
import { fingerprintOf } from '../../lessons/prepare-item.ts';
import type { RecalledExperience, RecalledWay } from '../../model/answers/recollection.ts';
import type { RedactedText } from '../../model/brands.ts';
import type { Finding } from '../../model/finding.ts';
import { type Experience, isExperience } from '../../model/memory-item.ts';
import { scopeOf } from '../../model/provenance.ts';
import { renderExperience } from '../../packing/render-beside.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import { onlyShows } from '../../query/describes-failure.ts';
import { readFindings } from '../../query/findings/read-findings.ts';
import { openToolEnvelope } from '../../query/logs/read-log.ts';
import { stripIssueForm } from '../../query/split-issue.ts';
import {
  type ExperienceIndex,
  indexExperiences,
  type RankedExperience,
  rankExperiences,
} from '../../retrieval/rank-experiences.ts';
import { estimateTokens } from '../../text/estimate-tokens.ts';
import { requestTitle } from '../../text/passages.ts';
import { isoDate } from '../../wording/formats.ts';
import { shownInSession } from '../decisions/read-decisions.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { textsOf } from '../memory/where-it-holds.ts';
import { admissibleAmong } from './check-candidates.ts';
import type { RecallMemoriesRequest } from './moments.ts';
import { offer } from './offer-beside.ts';

/** Older ones are not compared. */
const mostCompared = 1_000;
/** Least confidence of the first task: one of ten as unlikely is right. The others belong to the same answer. */
const leastConfidence = 0.03;
const leastOfOthers = 0.01;
const most = { experiences: 5, files: 8, functions: 6, commits: 3, commands: 2, attempts: 3 } as const;
const longestRequest = 20_000;
const longestAsked = 240;

type Asked = Pick<RecallMemoriesRequest, 'query' | 'speaker'>;
type AskedMemory = Pick<RecallDependencies, 'store' | 'scopes'>;

/** An earlier task with how likely it is the right experience. */
export interface LikelyExperience extends Pick<RankedExperience, 'confidence'> {
  readonly experience: Experience;
}

/**
 * Earlier tasks that may help with a question in words, the likeliest first, without those of the asking session.
 * @param mostTasks number of latest tasks that are compared
 */
export function findExperiences(
  { query = '', speaker }: Asked,
  { store, scopes }: AskedMemory,
  mostTasks = mostCompared,
): readonly LikelyExperience[] {
  const text = query.slice(0, longestRequest);
  if (text.trim() === '') return [];
  const known = store
    .read((reader) => readExperiences(reader, scopes, mostTasks))
    .filter(({ body }) => body.session !== speaker.session);
  if (known.length === 0) return [];
  const { form, index } = prepareTasks(known);
  const asked = withoutForm(text, form);
  const ranked = rankExperiences({ title: requestTitle(asked), request: stripIssueForm(asked) }, index);
  return ranked.flatMap(({ at, confidence }) => {
    const experience = known[at];
    return experience === undefined ? [] : [{ experience, confidence }];
  });
}

interface PreparedTasks {
  readonly key: string;
  /** See {@link formLines}. */
  readonly form: ReadonlySet<string>;
  readonly index: ExperienceIndex;
}

/** The tasks of the last comparison: a server is asked about the same ones again and again. */
let lastPrepared: PreparedTasks | undefined;

function prepareTasks(known: readonly Experience[]): PreparedTasks {
  const key = known.map(({ id, updatedAtMs }) => `${id} ${updatedAtMs}`).join('\n');
  if (lastPrepared?.key === key) return lastPrepared;
  const form = formLines(known);
  const tasks = known.map(({ content, body: { terms, changed } }) => {
    const request = withoutForm(content, form);
    const paths = [...new Set(changed.map(({ path }) => path))];
    return { title: requestTitle(request), request: stripIssueForm(request), terms, paths };
  });
  lastPrepared = { key, form, index: indexExperiences(tasks) };
  return lastPrepared;
}

function readExperiences(
  reader: ItemReader,
  scopes: AskedMemory['scopes'],
  limit: number,
): readonly Experience[] {
  return reader
    .items({ kinds: ['experience'], scopes, statuses: ['active'], quarantined: false, limit })
    .filter(isExperience);
}

const fewestRequests = 3;

/** Lines that several requests have in common: the form that a person, or a program, puts requests in. */
function formLines(known: readonly Experience[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { content } of known)
    for (const line of new Set(content.split('\n').map((each) => each.trim())))
      counts.set(line, (counts.get(line) ?? 0) + 1);
  return new Set([...counts].flatMap(([line, count]) => (count >= fewestRequests ? [line] : [])));
}

function withoutForm(text: string, form: ReadonlySet<string>): string {
  const own = text.split('\n').filter((line) => !form.has(line.trim()));
  return own.some((line) => line.trim() !== '') ? own.join('\n') : text;
}

/** Offers experience beside the memories: words of a transcript, called so, as far as there is room. */
export function offerExperiences(
  request: Asked,
  roomTokens: number,
  memory: AskedMemory,
): readonly RecalledExperience[] {
  if (roomTokens <= 0) return [];
  const found = findExperiences(request, memory).slice(0, most.experiences);
  if ((found[0]?.confidence ?? 0) < leastConfidence) return [];
  const near = found.filter(({ confidence }) => confidence >= leastOfOthers);
  return offer(near.map(describeExperience), renderExperience, roomTokens);
}

export function describeExperience({
  experience,
  confidence,
}: LikelyExperience): Omit<RecalledExperience, 'trust' | 'tokens'> {
  const { id, title, content, createdAtMs, body } = experience;
  const { session, changed, commits, passed, triedInVain, outcome } = body;
  const lines = (texts: readonly RedactedText[], count: number) =>
    texts.slice(-count).map((text) => quotedLine(text));
  return {
    ...{ id, session, outcome, confidence },
    title: quotedLine(title),
    asked: quotedLine(content, longestAsked),
    doneOn: isoDate(createdAtMs),
    files: [...new Set(changed.map(({ path }) => path))].slice(0, most.files).map((path) => quotedLine(path)),
    functions: changed
      .flatMap(({ name }) => name ?? [])
      .slice(0, most.functions)
      .map((name) => quotedLine(name)),
    commits: lines(commits, most.commits),
    passed: lines(passed, most.commands),
    triedInVain: lines(triedInVain, most.attempts),
  };
}

const mostRules = 4;

type FailedRun = Pick<RecallMemoriesRequest, 'failure' | 'speaker' | 'moment'>;

/** Offers the ways of mending the rules that a run breaks, each rule apart, the most broken first. */
export function offerWays(
  { failure, speaker, moment }: FailedRun,
  roomTokens: number,
  dependencies: RecallDependencies,
): readonly RecalledWay[] {
  const { store, repositoryId, worktree, clock, files } = dependencies;
  if (failure === undefined || repositoryId === undefined || roomTokens <= 0) return [];
  const scope = scopeOf('repo', repositoryId);
  // Asked first: to read the findings of checkers, and to name them, takes a fifth of a hook that says nothing.
  if (store.read((reader) => reader.countItems({ scopes: [scope], bodyKind: 'finding' })) === 0) return [];
  const findings = findingsOf(failure, worktree);
  if (findings.length === 0) return [];
  const byRule = Map.groupBy(findings, ({ tool, rule }) => fingerprintOf(['finding', tool, rule]));
  const known = store.read((reader) => {
    const shown = moment === 'asked' ? new Set() : shownInSession(reader, speaker.session, clock.nowMs());
    return [...byRule].flatMap(([fingerprint, own]) => {
      const item = reader.itemByFingerprint(scope, fingerprint);
      const isFit =
        item !== undefined &&
        !shown.has(item.id) &&
        admissibleAmong([item], reader, moment === 'asked', dependencies).length > 0;
      return isFit ? [{ item, own }] : [];
    });
  });
  const { textOf } = textsOf(files);
  const stands = (path: string, line: string) => textOf(path)?.includes(line) === true;
  let room = roomTokens;
  return known
    .toSorted((a, b) => b.own.length - a.own.length)
    .flatMap(({ item, own }): RecalledWay[] => {
      if (item.body?.kind !== 'finding') return [];
      const card = compileWayCard({ body: item.body, findings: own, stands });
      if (card === undefined) return [];
      const { text, share } = card;
      const tokens = estimateTokens(text) + 4;
      if (tokens > room) return [];
      room -= tokens;
      return [{ itemId: item.id, trust: item.trust, text: text as RedactedText, confidence: share, tokens }];
    })
    .slice(0, mostRules);
}

/** Returns the findings of checkers in a run that says something about the code as it is now. */
export function findingsOf(
  { output, command, worktree }: NonNullable<FailedRun['failure']>,
  top: string | undefined,
): readonly Finding[] {
  return onlyShows(command) ? [] : readFindings(openToolEnvelope(output).output, worktree ?? top);
}
