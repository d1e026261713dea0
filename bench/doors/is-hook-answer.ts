const longestContext = 8_000;

/** Exactly what Claude Code takes for context, and not more than it shows. */
export function isHookAnswer(stdout: string): boolean {
  try {
    const { hookSpecificOutput: output, ...rest } = JSON.parse(stdout);
    return (
      Object.keys(rest).length === 0 &&
      Object.keys(output).sort().join() === 'additionalContext,hookEventName' &&
      output.hookEventName === 'PostToolUseFailure' &&
      typeof output.additionalContext === 'string' &&
      output.additionalContext.length <= longestContext
    );
  } catch {
    return false;
  }
}
