import type { SamenessCaveat } from '../model/failure.ts';

/** The difference of a failure that is the same in all else: follows "the same, but". */
export function describeCaveat({ says, knownSays, isPart }: SamenessCaveat): string {
  const named =
    isPart && says === undefined && knownSays === undefined ? undefined : describeName(says, knownSays);
  return [named, isPart ? 'only a part of the output was compared' : undefined]
    .filter((part) => part !== undefined)
    .join('; ');
}

function describeName(says: string | undefined, knownSays: string | undefined): string {
  const known = knownSays === undefined ? 'another name' : `\`${knownSays}\``;
  if (says === undefined && knownSays === undefined) return 'it names something else';
  return says === undefined
    ? `it does not say ${known}`
    : `it says \`${says}\` where the known one says ${known}`;
}
