import type { Memory } from '../api/memory.ts';
import type { Lookalike } from '../model/repository.ts';
import { neutraliseControls } from '../redaction/neutralise-controls.ts';
import { countOf } from '../wording/format-number.ts';
import { shortUuid } from '../wording/short-uuid.ts';
import { isYes } from './terminal/ask-at-terminal.ts';

const words: Readonly<Record<Lookalike['shared'][number], string>> = {
  root: 'first commit',
  remote: 'remote',
};

/**
 * Asks the person at the terminal once whether a new clone shares the memories of the repository that it looks like. Any
 * answer but yes keeps it apart.
 */
export async function offerToJoin(
  { repositories, location }: Pick<Memory, 'repositories' | 'location'>,
  ask: (question: string) => string | undefined,
): Promise<void> {
  const lookalike = await repositories.lookalike();
  if (lookalike === undefined || !lookalike.isNew) return;
  const place = location.worktree ?? location.gitDirectory;
  if (!isYes(ask(questionAbout(lookalike, place)))) return;
  await repositories.link(lookalike.repository.id);
}

function questionAbout({ repository, shared, itemCount }: Lookalike, place: string): string {
  const known = `${neutraliseControls(repository.name)} (${shortUuid(repository.id)}, ${countOf(itemCount, 'memory', 'memories')})`;
  const ground = shared.map((kind) => words[kind]).join(' and ');
  return [
    `The clone in ${neutraliseControls(place)} looks like ${known}: it has the same ${ground}.`,
    'Say no if it came from another person: a copy can be made to look like it.',
    'Should it share its memories? Type yes or no: ',
  ].join('\n');
}
