import { isSearchCommand, wordLikeness } from './judge-failures.ts';
import type { TranscriptCall } from './transcript-calls.ts';

const commandsUntilOther = 5;
const leastLikeness = 0.4;

/**
 * The command that replaced one whose program never got to work: one of similar words, of any family, that passed among the next few
 * commands. The labels lack it, because they know successes of the same family only.
 */
export function startRemedy(
  calls: ReadonlyMap<number, TranscriptCall>,
  { failedAtLine, command }: { readonly failedAtLine: number; readonly command: string },
): string | undefined {
  return [...calls]
    .filter(([line]) => line > failedAtLine)
    .sort(([one], [other]) => one - other)
    .slice(0, commandsUntilOther)
    .map(([, call]) => call)
    .find(
      (call) =>
        call.isPassed &&
        call.command !== command &&
        !isSearchCommand(call.command) &&
        wordLikeness(call.command, command) >= leastLikeness,
    )?.command;
}
