import { userInfo } from 'node:os';
import { foldRepeats } from './fold-repeats.ts';
import type { Recording } from './record-demo.ts';
import { steadyText } from './steady-text.ts';

const introduction = `# A failure, remembered

A recording in text: a command fails and nothing is known; what fixed it is remembered; the same failure
comes again, and the agent is told; why it was told, what came of it, and when afterwit stays silent.

\`npm run demo\` plays it in a temporary repository and feeds the hook what Claude Code would hand to it.
\`node scripts/demo.ts --write\` makes this page. Ids, folders, names and times are replaced; stack traces, counts of Node's tests,
scores and outputs that were shown before are shortened. How to get the hook: [connect Claude Code](connect-claude-code.md).
`;

/** The page that shows a recording. */
export function renderDemoPage({ lines, userHome }: Recording): string {
  const text = steadyText(lines.join('\n').trim(), { userHome, userName: userInfo().username });
  const telling = text
    .replace(/^ℹ (?!pass|fail).*\n/gm, '')
    .replace(/^Score of each action\n(?: .*\n)+\n/gm, '');
  return foldRepeats(`${introduction}\n\`\`\`console\n${telling}\n\`\`\`\n`);
}
