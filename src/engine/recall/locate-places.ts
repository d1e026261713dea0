import { weighsPlaces } from '../../gate/policies.ts';
import type { LocatedPlaces } from '../../model/evidence.ts';
import { asksWhatToDo } from '../../retrieval/asks-what-to-do.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { knowsPlaces } from './find-placed.ts';
import type { AnswerVerdict } from './judge-answer.ts';
import { readsRepository } from './reads-repository.ts';
import type { RecallMemoriesRequest } from './recall-request.ts';

/** Longer texts say no more of the place. */
const longestText = 20_000;

/**
 * Where the failure at hand is likely mended. Looked for only where it can matter: nobody asked, the policy weighs it, some memory
 * says what its fix changed, and the code is indexed as it stands.
 */
export async function locatePlaces(
  { moment, query = '', failure, asOf }: RecallMemoriesRequest,
  dependencies: RecallDependencies,
): Promise<LocatedPlaces | undefined> {
  const { locatePlacesOf, settings, store, scopes, ancestry } = dependencies;
  if (moment === 'asked' || locatePlacesOf === undefined || !weighsPlaces(settings.gate)) return undefined;
  if (!readsRepository(dependencies)) return undefined;
  const text = [query, failure?.output ?? ''].filter(Boolean).join('\n').slice(0, longestText);
  if (text.trim() === '' || !store.read((reader) => knowsPlaces(reader, scopes))) return undefined;
  // The head is read from a file: what git was asked before may be of another commit.
  const target = asOf ?? (await ancestry.head());
  return target === undefined ? undefined : await locatePlacesOf(text, target);
}

/**
 * Whether places in the code may help: no memory is likely to answer, and whoever asks what to do is not sent to a place where a
 * memory may say it.
 */
export function wantsPlaces(
  { query = '' }: Pick<RecallMemoriesRequest, 'query'>,
  answer: Pick<AnswerVerdict, 'level'> | undefined,
): boolean {
  if (answer === undefined || answer.level === 'likely') return false;
  return answer.level === 'nothing' || !asksWhatToDo(query);
}

/**
 * Where what was asked in words is likely about. Only for whoever asks, and asked for only where no memory answers: to locate takes longer than all of a recall,
 * and an answer is worth more than a place. Nothing is indexed for it.
 */
export async function locateAsked(
  { moment, query = '', failure, asOf }: RecallMemoriesRequest,
  dependencies: Pick<RecallDependencies, 'locatePlacesOf' | 'ancestry' | 'repositoryId' | 'scopes'>,
): Promise<LocatedPlaces | undefined> {
  const { locatePlacesOf, ancestry } = dependencies;
  if (moment !== 'asked' || failure !== undefined || query.trim() === '') return undefined;
  if (locatePlacesOf === undefined || !readsRepository(dependencies)) return undefined;
  const target = asOf ?? (await ancestry.head());
  return target === undefined ? undefined : await locatePlacesOf(query.slice(0, longestText), target);
}
