import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildRepository, temporaryFolder } from '../../../tests/git/build-repository.ts';
import { observeHistory } from './observe-history.ts';
import type { RealEvent, RealHistory } from './read-real-histories.ts';

const kettle = (degrees: number) => `def boil(water):\n    return water.heat(${degrees})\n`;
const gone = 'f'.repeat(40);

function build() {
  const repository = buildRepository();
  const commits = [90, 95, 100].map((degrees) =>
    repository.commit(`Boil at ${degrees}`, { 'kettle.py': kettle(degrees) }),
  );
  const eventOf = (asOf: string, at: number): RealEvent => {
    const message = `Boil at ${at}: the water in the kettle stays cold`;
    return {
      ...{ id: `e${at}`, atMs: at * 1_000 },
      asks: { failure: { output: message }, asOf },
      truth: { files: ['kettle.py'], functions: ['kettle.py::boil'], mustAbstain: false },
      told: {
        ...{ fix: `Heat it to ${at}.`, failure: { output: message }, symptom: message },
        changed: ['kettle.py::boil'],
      },
    };
  };
  const events = [...commits, gone].map((asOf, at) => eventOf(asOf, at + 1));
  const history: RealHistory = { repository: 'ada/kettle', events };
  return { history, git: repository.path };
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => ({ path, mtimeMs: statSync(path).mtimeMs }));

it('indexes what is asked about once, and finds the same when it goes on from there', async () => {
  const { history, git } = build();
  const [indexHome, folder] = [temporaryFolder(), temporaryFolder()];
  const place = { git, indexHome, folder };
  const first = await observeHistory(history, place);
  expect(first.map(({ id, isLocated }) => [id, isLocated])).toEqual([
    ['e2', true],
    ['e3', true],
    ['e4', false],
  ]);
  expect(first[0]?.state.candidates).not.toEqual([]);
  const kept = filesIn(indexHome).filter(({ path }) => path.includes('index'));
  expect(kept).not.toEqual([]);
  const again = await observeHistory(history, place);
  expect(filesIn(indexHome)).toEqual(expect.arrayContaining(kept));
  const found = (events: typeof first) =>
    events.map(({ id, state, truths }) => [id, state.nearCount, Object.values(truths)]);
  expect(found(again)).toEqual(found(first));
});
