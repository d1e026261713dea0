import type { LeftCommand, LeftTasks } from './session-state.ts';

const mostNamed = 12;
const longestTask = 160;
const longestCommand = 200;
const longestError = 300;

/** What is left to do, in words; undefined where nothing is. */
export function describeTasks({ tasks }: LeftTasks): string | undefined {
  const begun = tasks.filter(({ state }) => state === 'begun');
  const open = tasks.filter(({ state }) => state === 'open');
  const left = [...begun, ...open];
  if (left.length === 0) return undefined;
  const lines = left
    .slice(0, mostNamed)
    .map(({ text, state }) => `- ${shorten(text, longestTask)}${state === 'begun' ? ' (begun)' : ''}`);
  const more = left.length > mostNamed ? [`- and ${left.length - mostNamed} more`] : [];
  return [`A session left ${left.length} of ${tasks.length} tasks open:`, ...lines, ...more].join('\n');
}

/** How a session left a command; undefined where it passed. */
export function describeResult({ command, error }: LeftCommand): string | undefined {
  if (error === undefined) return undefined;
  const line = shorten(command.split('\n')[0] ?? '', longestCommand);
  return `\`${line}\` failed after the last change of a session:\n${shorten(error, longestError)}`;
}

function shorten(text: string, most: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= most ? line : `${line.slice(0, most)}…`;
}
