/**
 * Words of which the engine finds at least one in every output that tells of a failure. It decides; this only spares the many
 * commands that passed from loading it.
 */
const failureWords =
  /fail|error|err!|exception|traceback|panic|fatal|exit|abort|conflict|rejected|denied|not found|no such|caused by|undefined/i;

/** In more than this, looking for words takes longer than loading the engine. */
const maximumCharacters = 1_000_000;

/** Whether the output of a command that ended with exit code 0 may hide a failure, as a pipe does (`npm test | tail`). */
export function mayTellOfFailure(output: string): boolean {
  return output.length > maximumCharacters || failureWords.test(output);
}
