import { userInfo } from 'node:os';
import { steadyText } from '../demo/steady-text.ts';
import type { Walkthrough } from './play-walkthrough.ts';
import { type StepName, stepNames } from './step-names.ts';

const introduction = `# A walkthrough in Flask

From a fresh clone of a real repository to a memory that was shown, turned down, and is silent since. The repository is
[Flask](https://github.com/pallets/flask), the mistake is one that Flask 3.1.0 was released with
([issue 5690](https://github.com/pallets/flask/issues/5690)), the mend and its test are those of Flask's authors, and every command below
was run. Two parts are played by the script: the agent that mends it, and whoever breaks it again later.

To play it yourself, with afterwit built (\`npm ci && npm run build\`), and a Python that has pytest and what Flask needs:

\`\`\`sh
git clone https://github.com/pallets/flask
python3 -m pip install pytest flask
npx node scripts/walkthrough.ts --repo flask    # --write makes this page of it
\`\`\`

It copies the clone into a temporary folder, takes the copy to the commit before the mend, and leaves nothing behind; your own memory is
not touched. Ids, folders, names, times, today's date and numbers of tokens (ids count in them) are replaced here, progress is left
out, and \`…\` stands for lines that were left out; all else is as it was printed. A shorter one, on a failure that a person
explains: [a failure, remembered](a-failure-remembered.md).
`;

const texts: Readonly<Record<StepName, { readonly title: string; readonly text: string }>> = {
  index: {
    title: 'The repository is read',
    text: `The first command in a repository reads its whole history, once; later ones read what is new. Nothing is remembered yet.
The overview goes on with the files that change most, and with what to do next.`,
  },
  locate: {
    title: 'An issue comes in',
    text: `Asked with nothing but the title that a user gave the issue, \`locate\` names the files it is likely about, each with a
probability and with the evidence. The history that is read ends before the mend, so the answer cannot be in it. The first file
is the one that the mend changed, and the function is named with it.`,
  },
  session: {
    title: 'A session mends it',
    text: `This is the real failing log. The script does what an agent would do: it runs the tests, edits the file as the authors of Flask
did, and runs them again. It writes that down as Claude Code writes its sessions, with these commands, their output as it came, the
edit, and one sentence of the agent.`,
  },
  mine: {
    title: 'The session is read',
    text: `\`mine-sessions\` finds the failure, and what stood between it and the run that passed. (\`--yes\` stands for the answer to its question,
which a person gives once for each repository.) The lesson is kept as an agent's word: the sentence before the change is not
told to anybody unasked until a person approves it.`,
  },
  again: {
    title: 'The same failure, elsewhere',
    text: `In another working tree, the line is moved up to the other keys, as somebody might who tidies, and the keys are in the wrong order
again. The tests fail as they did. Claude Code hands that to the hook, as it does with each failing command, and the hook
hands it a card: the lines that tools recorded, no sentence of anybody, marked as unconfirmed.`,
  },
  why: {
    title: 'Why it was shown',
    text: `Each decision leaves a receipt. It names the failure by what stays the same of it (numbers and paths are taken out), the verdict with the
risk that it is wrong and what that is known from, the scores of showing and of silence (left out here), and each memory that was considered.`,
  },
  outcome: {
    title: 'What came of it',
    text: `The card was of no use here: the lines it names are there already, in the wrong order. Whoever sees that says so.`,
  },
  changed: {
    title: 'The next decision is another one',
    text: `A new session, the same failure, the same memory, as good a match as before; and the hook prints nothing. The receipt says
why: it was turned down before, and that is not shown unasked again.`,
  },
};

/** The page that shows a walkthrough. */
export function renderWalkthroughPage({ steps, userHome }: Walkthrough): string {
  const parts = stepNames.map((name, at) => {
    const { title, text } = texts[name];
    return `## ${at + 1}. ${title}\n\n${text}\n\n\`\`\`console\n${steps[name].join('\n').trim()}\n\`\`\`\n`;
  });
  const changing = { userHome, userName: userInfo().username };
  return `${introduction}\n${steadyFigures(steadyText(parts.join('\n'), changing))}`;
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
