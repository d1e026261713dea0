import { neutraliseControls } from '../../redaction/neutralise-controls.ts';
import { countOf } from '../../wording/format-number.ts';
import { shortUuid } from '../../wording/short-uuid.ts';
import type { ServedMemory } from '../shared-memory.ts';

/** Beside an answer that shows nothing: where another clone may hold what is missing, and how a person joins the two. */
export async function sayLookalike({ repositories }: Pick<ServedMemory, 'repositories'>): Promise<string> {
  const found = await repositories.lookalike();
  if (found === undefined || found.itemCount === 0) return '';
  const { repository, itemCount } = found;
  const known = countOf(itemCount, 'memory', 'memories');
  return `\n${known} of ${neutraliseControls(repository.name)} may be of this repository: a person who knows it runs \`afterwit repo link ${shortUuid(repository.id)}\`.`;
}
