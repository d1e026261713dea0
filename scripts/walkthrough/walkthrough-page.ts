import { userInfo } from 'node:os';
import { foldRepeats } from '../demo/fold-repeats.ts';
import { steadyText } from '../demo/steady-text.ts';
import type { Walkthrough } from './play-walkthrough.ts';
import { type StepName, stepNames } from './step-names.ts';

const introduction = `# A walkthrough in Flask

From a fresh clone of a real repository to a memory that was shown, turned down, and is silent since. The repository is
[Flask](https://github.com/pallets/flask) with a mistake of its release 3.1.0
([issue 5690](https://github.com/pallets/flask/issues/5690)); the mend and its test are those of Flask's authors, and every command below
was run. The script plays the agent that mends it, and the person who breaks it again.

To play it yourself, with afterwit built (\`npm ci && npm run build\`), and a Python that has pytest and what Flask needs:

\`\`\`sh
git clone https://github.com/pallets/flask
python3 -m pip install pytest flask
npx node scripts/walkthrough.ts --repo flask    # --write makes this page of it
\`\`\`

It works on a temporary copy at the commit before the mend, and leaves nothing behind. Ids, folders, names, times and numbers of tokens
are replaced here, and \`…\` stands for lines that were left out. A shorter one: [a failure, remembered](a-failure-remembered.md).
`;

const texts: Readonly<Record<StepName, { readonly title: string; readonly text: string }>> = {
  index: {
    title: 'The repository is read',
    text: `The first command in a repository reads its whole history, once; later ones read what is new. Nothing is remembered yet.`,
  },
  locate: {
    title: 'An issue comes in',
    text: `Asked with the title of the issue alone, \`locate\` names the files it is likely about, each with a
probability and the evidence. The history ends before the mend. The first file
is the one that the mend changed, and the function is named with it.`,
  },
  session: {
    title: 'A session mends it',
    text: `The script does what an agent would do: it runs the tests, edits the file as the authors of Flask
did, and runs them again. It writes that down as a session of Claude Code, with one sentence of the agent.`,
  },
  mine: {
    title: 'The session is read',
    text: `\`mine-sessions\` finds the failure, and what stood between it and the run that passed. (\`--yes\` answers its question,
which a person answers once for each repository.) The lesson is kept as an agent's word: the sentence before the change is not
shown unasked until a person approves it.`,
  },
  again: {
    title: 'The same failure, elsewhere',
    text: `In another working tree the line is moved up to the other keys, and the keys are in the wrong order
again. The tests fail as they did. Claude Code hands that to the hook, and the hook
hands it a card: the lines that tools recorded, no sentence, marked as unconfirmed.`,
  },
  why: {
    title: 'Why it was shown',
    text: `Each decision leaves a receipt. It names the failure without its numbers and paths, the verdict with the
risk that it is wrong, the scores (left out here), and each memory that was considered.`,
  },
  outcome: {
    title: 'What came of it',
    text: `The card was of no use here: the lines it names are there already, in the wrong order. The user says so.`,
  },
  changed: {
    title: 'The next decision is another one',
    text: `In a new session the same failure comes again, and the hook prints nothing: a memory that was turned down is not shown unasked again.`,
  },
};

/** From the second file of an answer of `locate` on. */
const secondFile = /\n\n 2 {2}[\s\S]*$/;

/** The page that shows a walkthrough. */
export function renderWalkthroughPage({ steps, userHome }: Walkthrough): string {
  const parts = stepNames.map((name, at) => {
    const { title, text } = texts[name];
    const shown = steps[name].join('\n').trim();
    const told = name === 'locate' ? shown.replace(secondFile, '\n…') : shown;
    return `## ${at + 1}. ${title}\n\n${text}\n\n\`\`\`console\n${told}\n\`\`\`\n`;
  });
  const changing = { userHome, userName: userInfo().username };
  return foldRepeats(`${introduction}\n${steadyFigures(steadyText(parts.join('\n'), changing))}`);
}

/** What else differs from run to run, or from clone to clone. */
function steadyFigures(text: string): string {
  return text
    .replace(/\bin \d+(?:\.\d+)?s\b/g, 'in 1.23s')
    .replace(/\b(added|read) in [\d.]+ m?s\b/g, '$1 in 1.2 s')
    .replace(/\b[\d.]+ KB read\b/g, '4.2 KB read')
    .replace(/\b\d+ of (\d+) tokens shown/g, '225 of $1 tokens shown')
    .replace(/, \d+ tokens$/gm, ', 155 tokens')
    .replace(/ {2}partial clone$/gm, '');
}
