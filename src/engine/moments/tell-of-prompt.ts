import type { FileLocation, LocatedFile } from '../../model/answers/file-location.ts';
import type { MomentAnswer, RecalledCommit } from '../../model/answers/recollection.ts';
import type { DecisionReceipt } from '../../model/decision.ts';
import type { Speaker } from '../../model/provenance.ts';
import type { CommitId } from '../../model/repository.ts';
import { renderCommitPlace, renderLocatedFile } from '../../packing/render-beside.ts';
import { frameTokens } from '../../packing/render-pack.ts';
import { describesFailure, pastedOutput } from '../../query/describes-failure.ts';
import { profileQuery } from '../../query/profile-query.ts';
import { describesWork, splitIssue } from '../../query/split-issue.ts';
import { namesPath } from '../../text/names-path.ts';
import { lineRoom } from '../brief/pack-brief.ts';
import { toldInSession } from '../decisions/session-past.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { focusOn } from '../recall/fill-pack.ts';
import { offerCommits } from '../recall/offer-beside.ts';
import { recall } from '../recall/recall.ts';
import { decisionAbout, isDecided, mayBeNamed, silentFor } from './moment-answers.ts';
import { tell } from './tell-unasked.ts';

interface PromptRequest {
  readonly prompt: string;
  readonly budgetTokens: number;
  readonly speaker: Speaker;
}

/** Where an issue is likely mended, of what is indexed as it stands; undefined where that is not enough to say. */
export type LocateIndexed = (
  text: string,
  options: { readonly head: CommitId; readonly topK: number },
) => Promise<FileLocation | undefined>;

/** What is read of a prompt: a log that is pasted at its end tells of itself by its beginning. */
const longestPrompt = 20_000;
/** `/compact`, `!ls`: a path or a heading at the beginning is none. */
const commandOfAgent = /^\s*(?:!|\/[\w:-]*(?:\s|$))/;
const mostFiles = 5;
/**
 * Files that are less likely to be changed than this are not named: of the even half of the development issues, 86 of 100 have a file
 * of their fix among those named, three on average, and 90 with five each time.
 */
const leastConfidence = 0.02;
/** Of a history too short for percentages, the first files: of 30 such issues 21 had a file of their fix among them. */
const mostUnsure = 3;
/** A commit that more likely has nothing to do with it is noise to whoever did not ask: named from *about even* on. */
const leastOfCommit = 0.4;

/** Whether a prompt may be told of: it reports a fault, or plans work, and is no command of the agent. */
export function isAboutWork(prompt: string): boolean {
  const text = prompt.slice(0, longestPrompt);
  return !commandOfAgent.test(text) && describesWork(splitIssue(text));
}

/**
 * What a prompt that reports a fault, or plans work, is about: the files that are likely to be changed and past commits about the
 * same, each once in a session; not a word of theirs, for anybody may have written it. Of a failure that is pasted with it, the fix that is known, if it may be shown.
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
  if (location === undefined && known === undefined) return silentFor('the code is not indexed as it stands');
  const files = location === undefined ? [] : filesToName(location, text, told);
  if (files.length === 0 && known === undefined)
    return silentFor(
      location?.reason ?? 'no file is likely beside those that were named, by the prompt or before it',
    );

  const room = lineRoom(budgetTokens - (known?.tokens ?? 0), frameTokens);
  const listed = room.fit(
    location?.warnings.includes('sparse_history')
      ? 'Perhaps about (too little history to say how likely)'
      : 'Likely about',
    files.map(renderLocatedFile),
  );
  const named = files.filter((file) => listed.lines.includes(renderLocatedFile(file)));
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

/** Those that are likely, and that neither the prompt names nor the session was told of at a prompt before. */
function filesToName(
  { kind, files, warnings }: FileLocation,
  prompt: string,
  told: readonly DecisionReceipt[],
): readonly LocatedFile[] {
  if (kind !== 'located') return [];
  const named = new Set(
    told.flatMap(({ moment, places = [] }) => (moment === 'prompt' ? places.map(({ path }) => path) : [])),
  );
  const likely = warnings.includes('sparse_history')
    ? files.slice(0, mostUnsure)
    : files.filter(({ confidence = 0 }) => confidence >= leastConfidence);
  return likely.filter(({ path }) => !named.has(path) && !namesPath(prompt, path)).filter(mayBeNamed);
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
  return offered.filter(({ id, confidence }) => confidence >= leastOfCommit && !named.has(id));
}

interface KnownFixRequest extends Omit<PromptRequest, 'prompt'> {
  readonly text: string;
}

interface KnownFix {
  readonly card: Extract<MomentAnswer, { readonly kind: 'card' }>;
  /** It takes of what is told at a prompt. */
  readonly tokens: number;
}

/** The gate decides about a failure that is pasted as about one that a hook reports. */
async function knownFix(
  { text, ...request }: KnownFixRequest,
  dependencies: RecallDependencies,
): Promise<KnownFix | undefined> {
  if (dependencies.settings.hooks.afterFailure === 'off') return undefined;
  const failure = [pastedOutput(text), text].map((output) => ({ output })).find(describesFailure);
  if (failure === undefined) return undefined;
  const { pack, decisionId } = await recall({ ...request, failure, moment: 'after_failure' }, dependencies);
  const { text: told, tokens } = pack;
  return told === '' ? undefined : { card: { kind: 'card', text: told, decisionId }, tokens };
}
