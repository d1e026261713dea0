import type { FileLocation, LocatedFile } from '../../model/answers/file-location.ts';
import type { MomentAnswer, RecalledCommit } from '../../model/answers/recollection.ts';
import type { DecisionReceipt } from '../../model/decision.ts';
import type { Speaker } from '../../model/provenance.ts';
import type { CommitId, RepositoryPath } from '../../model/repository.ts';
import { renderCommitPlace, renderLocatedFile } from '../../packing/render-beside.ts';
import { frameTokens } from '../../packing/render-pack.ts';
import { describesFailure, pastedOutput } from '../../query/describes-failure.ts';
import { profileQuery } from '../../query/profile-failure.ts';
import { describesWork, splitIssue } from '../../query/split-issue.ts';
import { namesPath, pathRole } from '../../text/path-role.ts';
import { lineRoom } from '../brief/pack-brief.ts';
import { toldInSession } from '../decisions/read-decisions.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { focusOn } from '../recall/fill-pack.ts';
import { offerCommits } from '../recall/offer-beside.ts';
import { describeExperience, findExperiences, type LikelyExperience } from '../recall/offer-experiences.ts';
import { recall } from '../recall/recall.ts';
import { decisionAbout, isDecided, mayBeNamed, silentFor } from './moment-answers.ts';
import { tell } from './tell-unasked.ts';

interface PromptRequest {
  readonly prompt: string;
  readonly budgetTokens: number;
  readonly speaker: Speaker;
}

/** Where an issue is likely mended, by the index as it stands, without reasons; undefined if too unsure. */
export type LocateIndexed = (
  text: string,
  options: { readonly head: CommitId; readonly topK: number },
) => Promise<FileLocation | undefined>;

/** Length of a prompt that is read: a log pasted at its end tells of itself by its beginning. */
const longestPrompt = 20_000;
/** `/compact`, `!ls`: a path or a heading at the beginning is none. */
const commandOfAgent = /^\s*(?:!|\/[\w:-]*(?:\s|$))/;
const mostFiles = 5;
/**
 * Least confidence of the likeliest file where none was named in the session; later prompts go on with the same work.
 * Recorded sessions changed two of five such files, one of seven less likely ones, and none of twelve as likely beside it.
 */
const leastAtFirst = 0.08;
const leastBeside = 0.15;
/** A memory below *about even* is noise to an agent that did not ask. */
const leastConfidence = 0.5;

/** Each file of an earlier task that is told of is changed again about every second time (22 of 40). */
const changedAgain = 0.5;
const mostOfWork = 3;
/** The latest ones: a hook has no time for more. */
const mostTasks = 50;
/** Their words are not told, and take no room. */
const unpaid = { trust: 'untrusted', tokens: 0 } as const;

/** Whether a prompt may be told of: it reports a fault, or plans work, and is no command of the agent. */
export function isAboutWork(prompt: string): boolean {
  const text = prompt.slice(0, longestPrompt);
  return !commandOfAgent.test(text) && describesWork(splitIssue(text));
}

/**
 * Tells of a prompt that reports a fault, or plans work: the files that are likely to be changed and past commits about
 * the same, each once in a session, without words of theirs, since any committer may have written them. A failure
 * pasted with it gets its known fix, if that may be shown.
 *
 * Whether to speak is decided by the calibrated probability that one of the first ten files is to be changed
 * (`locate.minimumAnswerConfidence`); a text that is too short to have one is left alone.
 */
export async function tellOfPrompt(
  { prompt, budgetTokens, speaker }: PromptRequest,
  locate: LocateIndexed,
  dependencies: RecallDependencies,
): Promise<MomentAnswer> {
  const text = prompt.slice(0, longestPrompt);
  if (!isAboutWork(text)) return silentFor('the prompt describes no work on the code');
  const { store, clock } = dependencies;
  const once = decisionAbout(speaker.session, `prompt\n${text}`);
  const { isTold, told } = store.read((reader) => ({
    isTold: isDecided(reader, once),
    told: toldInSession(reader, speaker.session, clock.nowMs()),
  }));
  if (isTold) return silentFor('told of this prompt before', once);
  // The head is read from a file: to ask git for it would take longer.
  const head = await dependencies.ancestry.head();
  const location = head && (await locate(text, { head, topK: mostFiles }));
  const known = await knownFix({ text, budgetTokens, speaker }, dependencies);
  const before = workedBefore(text, speaker, told, dependencies);
  if (location === undefined && known === undefined && before === undefined)
    return silentFor('the code is not indexed as it stands');
  const located = location === undefined ? [] : likelyFiles(location, namesFiles(told));
  const likely = withWorkBefore(located, before, dependencies);
  const files = filesToName(likely, text, told);
  if (files.length === 0 && known === undefined)
    return silentFor(
      location?.reason ?? 'no file is likely beside those that were named, by the prompt or before it',
    );

  const room = lineRoom(budgetTokens - (known?.tokens ?? 0), frameTokens);
  const lines = files.map((file, at) => renderLocatedFile(file, at === 0));
  const listed = room.fit('Likely to be changed', lines);
  const named = files.filter((_, at) => listed.lines.includes(lines[at] ?? ''));
  const query = profileQuery({ query: text });
  const offered = await commitsBeside(text, told, budgetTokens, dependencies);
  const past = room.fit('Past commits about the like, by id', offered.map(renderCommitPlace));
  const commits = offered.filter((commit) => past.lines.includes(renderCommitPlace(commit)));
  const answer = await tell(
    {
      ...{ moment: 'prompt', speaker, once, query, sections: [], lines: [listed, past] },
      pack: {
        ...{ considered: [], cards: [], budgetTokens },
        commits: commits.map((commit) => ({ ...commit, tokens: 0 })),
        experiences: before === undefined ? [] : [{ ...describeExperience(before), ...unpaid }],
      },
      beside: {
        places: named.map(({ path, confidence = 0 }) => ({ path, confidence })),
        tokens: room.usedTokens - frameTokens,
      },
      silence: 'nothing fits the budget',
    },
    dependencies,
  );
  if (known === undefined) return answer;
  if (answer.kind === 'card') return { ...answer, text: `${answer.text}\n${known.card.text}` };
  // The receipt of the fix is another, and says that it is shown.
  return answer.decisionId === undefined ? known.card : { ...known.card, decisionId: answer.decisionId };
}

function namesFiles(told: readonly DecisionReceipt[]): boolean {
  return told.some(({ moment, places = [] }) => moment === 'prompt' && places.length > 0);
}

/** None of a history too short for percentages. */
function likelyFiles({ kind, files }: FileLocation, isTold: boolean): readonly LocatedFile[] {
  if (kind !== 'located') return [];
  const least = isTold ? leastConfidence : leastAtFirst;
  return files.filter(({ confidence = 0 }) => confidence >= least);
}

/** Files that neither the prompt names nor an earlier answer in the session named. */
function filesToName(
  likely: readonly LocatedFile[],
  prompt: string,
  told: readonly DecisionReceipt[],
): readonly LocatedFile[] {
  const named = new Set(
    told.flatMap(({ moment, places = [] }) => (moment === 'prompt' ? places.map(({ path }) => path) : [])),
  );
  const others = likely.filter(({ path }) => !named.has(path) && !namesPath(prompt, path));
  return others
    .filter(mayBeNamed)
    .filter(({ confidence = 0 }, place) => place === 0 || confidence >= leastBeside)
    .slice(0, mostFiles);
}

/** An earlier task that is likely similar to the request, once in a session. */
function workedBefore(
  query: string,
  speaker: Speaker,
  told: readonly DecisionReceipt[],
  dependencies: RecallDependencies,
): LikelyExperience | undefined {
  const named = new Set(told.flatMap(({ experiences = [] }) => experiences.map(({ id }) => id)));
  const [first] = findExperiences({ query, speaker }, dependencies, mostTasks);
  return first && first.confidence >= leastConfidence && !named.has(first.experience.id) ? first : undefined;
}

/** Adds the files of an earlier task to the likely ones, by name alone: no word of the task is told. */
function withWorkBefore(
  located: readonly LocatedFile[],
  before: LikelyExperience | undefined,
  { files: working }: Pick<RecallDependencies, 'files'>,
): readonly LocatedFile[] {
  if (before === undefined) return located;
  const { changed, commits } = before.experience.body;
  const isHere = (path: string) =>
    pathRole(path) === 'source' && working?.read(path as RepositoryPath) !== undefined;
  const paths = [...new Set(changed.map(({ path }): string => path))].filter(isHere).slice(0, mostOfWork);
  const commit = /^[0-9a-f]{7}(?= )/.exec(commits.at(-1) ?? '')?.[0];
  const why = `worked on for the like before${commit === undefined ? '' : `, commit ${commit}`}`;
  const files = new Map(located.map((file) => [file.path, file]));
  for (const path of paths) {
    const file = files.get(path) ?? { path, score: 0, evidence: [], symbols: [] };
    const confidence = Math.max(file.confidence ?? 0, changedAgain);
    files.set(path, { ...file, confidence, evidence: [why, ...file.evidence] });
  }
  return [...files.values()].toSorted((a, b) => (b.confidence ?? 0) - (a.confidence ?? 0));
}

/** Their words, by which they are offered, are not told, and take no room. */
async function commitsBeside(
  query: string,
  told: readonly DecisionReceipt[],
  roomTokens: number,
  dependencies: RecallDependencies,
): Promise<readonly RecalledCommit[]> {
  const named = new Set(told.flatMap(({ commits = [] }) => commits.map(({ id }) => id)));
  const focus = focusOn(profileQuery({ query }), () => undefined);
  const offered = await offerCommits(
    { request: { moment: 'asked', query }, focus, roomTokens },
    dependencies,
  );
  return offered.filter(({ id, confidence }) => confidence >= leastConfidence && !named.has(id));
}

interface KnownFixRequest extends Omit<PromptRequest, 'prompt'> {
  readonly text: string;
}

interface KnownFix {
  readonly card: Extract<MomentAnswer, { readonly kind: 'card' }>;
  /** Tokens that it takes of the prompt's budget. */
  readonly tokens: number;
}

/** The gate decides about a pasted failure as about a failure that a hook reports. */
async function knownFix(
  { text, ...request }: KnownFixRequest,
  dependencies: RecallDependencies,
): Promise<KnownFix | undefined> {
  if (dependencies.settings.hooks.afterFailure === 'off') return undefined;
  const failure = [pastedOutput(text), text]
    .map((output) => ({ output }))
    .find((one) => describesFailure(one));
  if (failure === undefined) return undefined;
  const { pack, decisionId } = await recall({ ...request, failure, moment: 'after_failure' }, dependencies);
  const { text: told, tokens } = pack;
  return told === '' ? undefined : { card: { kind: 'card', text: told, decisionId }, tokens };
}
