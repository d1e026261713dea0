import { userInfo } from 'node:os';
import type { Recording } from './record-demo.ts';
import { steadyText } from './steady-text.ts';

const introduction = `# A failure, remembered

A recording in text: a command fails in a real repository and nothing is known; what fixed it is remembered; the same failure
comes again, and the agent is told; why it was told, what came of it, and when afterwit stays silent.

\`npm run demo\` plays it: a git repository is made in a temporary folder, the commands are run and the hook is fed what Claude
Code would hand to it. \`node scripts/demo.ts --write\` makes this page. Ids, folders, names and times are replaced here, long
stack traces are shortened; nothing else is changed. How to get the hook: [connect Claude Code](connect-claude-code.md).
`;

/** The page that shows a recording. */
export function renderDemoPage({ lines, userHome }: Recording): string {
  const text = steadyText(lines.join('\n').trim(), { userHome, userName: userInfo().username });
  return `${introduction}\n\`\`\`console\n${text}\n\`\`\`\n`;
}
