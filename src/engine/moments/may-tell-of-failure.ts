/**
 * The engine recognises a failure only in outputs with at least one of these words. This filter spares commands that
 * passed from loading the engine, which makes the decision.
 */
const failureWords =
  /fail|error|err!|exception|traceback|panic|fatal|exit|abort|conflict|rejected|denied|not found|no such|caused by|undefined|no rule|no targets|node.js v|issues:|violations:|offense/i;

/** In longer outputs, searching for words takes longer than loading the engine. */
const maximumCharacters = 1_000_000;

/** Whether the output of a command that ended with exit code 0 may hide a failure, as a pipe does (`npm test | tail`). */
export function mayTellOfFailure(output: string): boolean {
  return output.length > maximumCharacters || failureWords.test(output);
}
