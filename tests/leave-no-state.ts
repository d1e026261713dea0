import { afterAll, beforeAll, expect } from 'vitest';

/** State that all test files of a worker share beside modules, by name. */
function stateOfProcess(): ReadonlyMap<string, unknown> {
  return new Map<string, unknown>([
    ['folder', process.cwd()],
    ['file mode', process.umask()],
    ['Date', Date],
    ['performance.now', performance.now],
    ['setTimeout', setTimeout],
    ...Object.entries(process.env).map(([name, value]) => [`variable ${name}`, value] as const),
    // A module that clears up at the end waits for `exit` once in each process, so its handler is no leak.
    ...process
      .eventNames()
      .filter((name) => name !== 'exit')
      .map((name) => [`handlers of ${String(name)}`, process.listenerCount(name)] as const),
  ]);
}

let before: ReadonlyMap<string, unknown>;

beforeAll(() => {
  before = stateOfProcess();
});

// A test file must leave its shared worker unchanged. Values are not shown, since a variable may be a secret.
afterAll(() => {
  const after = stateOfProcess();
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const changed = names.filter((name) => before.get(name) !== after.get(name));
  expect(changed, 'this file leaves changes behind that the next one in its worker would meet').toEqual([]);
});
