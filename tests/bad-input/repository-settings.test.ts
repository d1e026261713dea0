import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hookRecall } from '../../src/open/hook-recall.ts';
import { answerOf, failureOf, failure as failureWith, runAfterwit } from '../doors/afterwit-command.ts';
import { newHome, open } from '../doors/open-library.ts';
import { some } from '../effort.ts';
import { buildRepository } from '../git/build-repository.ts';

const failure = {
  command: 'npm test',
  output: "FAIL tests/boil.test.ts\nError: Cannot find module './dist/whistle.js'",
  exitCode: 1,
};

/** A repository with a settings file, a home that knows how its failing command was mended, and the hook. */
async function prepare(settings: string) {
  const { path, commit } = buildRepository();
  commit('A first whistle', { 'whistle.js': 'export const whistle = 1;\n' });
  const home = newHome();
  const memory = await open(path, home);
  const content = `Run npm run build first. ${'It writes dist, which the tests import. '.repeat(12)}`;
  await memory.remember({ content, failure });
  await memory.close();
  writeFileSync(join(path, 'afterwit.config.json'), settings);
  const askHook = () =>
    hookRecall({
      ...failure,
      ...{ event: 'failure', cwd: path, agent: 'claude-code', deadlineMs: 20_000 },
      home,
      environment: { PATH: process.env.PATH, AFTERWIT_HOME: home },
    });
  return { path, home, askHook };
}

/** Settings that would silence the hook if obeyed, or be an error in the user's own file. */
const files: readonly (readonly [what: string, settings: string, warning: RegExp])[] = [
  ['no JSON', '{bad json', /no JSON object/],
  ['empty', '', /no JSON object/],
  ['a list', '[]', /no JSON object/],
  [
    'of a wrong type',
    '{"packing":{"budgetTokens":"50"}}',
    /"packing.budgetTokens" is "50"; it was not obeyed/,
  ],
  [
    'a value in the place of a part',
    '{"packing":50}',
    /"packing" is 50; it was not obeyed. Make it an object/,
  ],
  ['too small a budget', '{"packing":{"budgetTokens":50}}', /"packing.budgetTokens" is 50; 400 was taken/],
  ['a budget below every limit', '{"packing":{"budgetTokens":-1}}', /400 was taken/],
  ['a budget that no hook may print', '{"packing":{"budgetTokens":1e12}}', /1500 was taken/],
  ['another policy', '{"gate":{"policy":"never_inject"}}', /may not set "gate.policy"/],
  ['no time for git', '{"git":{"timeoutMs":1,"idleMs":1}}', /may not set "git.timeoutMs"/],
];

test.each(some(files))(
  'a settings file of the repository that is %s silences nothing',
  async (_, settings, warning) => {
    const { path, home, askHook } = await prepare(settings);
    const shown = await askHook();
    expect(shown).toMatchObject({ kind: 'card', text: expect.stringContaining('Run npm run build first.') });
    const log = readFileSync(join(home, 'logs', 'afterwit.log'), 'utf8');
    expect(
      log
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
    ).toContainEqual(
      expect.objectContaining({ event: 'setting_not_obeyed', message: expect.stringMatching(warning) }),
    );
    const memory = await open(path, home);
    const settingsCheck = (await memory.diagnose()).checks.find(({ name }) => name === 'settings');
    expect(settingsCheck).toMatchObject({ result: 'warning', message: expect.stringMatching(warning) });
  },
);

test('the overview says once that settings were not obeyed', async () => {
  const { path, home } = await prepare('{bad json');
  const overview = await runAfterwit(['--json'], { cwd: path, home });
  const { status } = answerOf<{ status: { nextSteps: readonly { why: string }[] } }>(overview);
  expect(status.nextSteps.filter(({ why }) => why === 'some settings were not obeyed')).toHaveLength(1);
});

test("the same in the user's own file is an error that names it", async () => {
  const { path } = await prepare('{}');
  for (const settings of some([
    '{bad json',
    '{"packing":{"budgetTokens":"50"}}',
    '{"packing":{"budgetTokens":-1}}',
  ])) {
    const home = newHome();
    mkdirSync(home);
    writeFileSync(join(home, 'config.json'), settings);
    const run = await runAfterwit(['hotspots'], { cwd: path, home });
    expect(failureOf(run, /config\. ?json/)).toEqual(failureWith(2, 'INVALID_SETTING'));
  }
});
