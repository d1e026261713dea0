import type { Git } from './git.ts';
import { gitFailed, saysNothingOfObjects } from './git-failure.ts';

/** Which of these object names (`<id>`, `<id>^{tree}`) lead to no readable object. One process for all. */
export async function findMissing<Name extends string>(
  git: Git,
  names: readonly Name[],
  signal: AbortSignal | undefined,
): Promise<ReadonlySet<Name>> {
  const missing = new Set<Name>();
  if (names.length === 0) return missing;
  const stream = git.stream({
    arguments: ['cat-file', '--batch-check=%(objecttype)', '--buffer'],
    input: `${names.join('\n')}\n`,
    signal,
  });
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const exit = await stream.exit();
  if (saysNothingOfObjects(exit)) throw gitFailed('cat-file', exit);
  const answers = Buffer.concat(chunks).toString('latin1').split('\n');
  // A damaged object can end cat-file early. Names without an answer count as present; reading them reports the fault.
  for (const [index, name] of names.entries()) {
    if (answers[index]?.endsWith(' missing')) missing.add(name);
  }
  return missing;
}
