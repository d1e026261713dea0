import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const demoTests = ['tests/demo/**/*.test.ts'];
const clientTests = ['tests/clients/**/*.test.ts'];
/** Files that replace modules, or count what their process holds and has started. */
const aloneTests = [
  'tests/contract/memory-store/backup-ahead.test.ts',
  'tests/git/{interrupted-reading,read-history}.test.ts',
  'tests/syntax/syntax-parser.test.ts',
];
/** The longest at full effort: begun last, as small files, each would run on its own at the end. */
const longest = ['durability/maintain-kill', 'git/hostile-repository'].map((file) => `tests/${file}.test.ts`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longest.some((file) => moduleId.endsWith(file));
    // Files of a project stay together: they share processes.
    const ofProjects = Map.groupBy(await super.sort(files), ({ project }) => project);
    return [...ofProjects.values()].flatMap((sorted) => [
      ...sorted.filter(isLong),
      ...sorted.filter((file) => !isLong(file)),
    ]);
  }
}

const setupOfRooms = ['tests/effort-of-properties.ts', 'tests/leave-no-state.ts'];
const setup = {
  setupFiles: [...setupOfRooms, 'tests/doors/bundled-syntax-thread.ts'],
  globalSetup: ['tests/doors/folder-in-memory.ts', 'tests/doors/bundle-programs.ts'],
};

export default defineConfig({
  test: {
    // By itself Vitest leaves one of two cores idle; half of the tests wait for a child or a disk.
    maxWorkers: 2,
    watch: false,
    // Processes, not threads: the tests start children, change limits and open databases that a thread would share.
    // Two of them run all but a few files: loading the sources anew for each costs more than most of the tests do.
    pool: 'forks',
    // Each child that is started has this process copy on write what its young objects stand in, which by itself are 115 MB.
    execArgv: ['--max-semi-space-size=8'],
    sequence: { sequencer: LongestFirst },
    // Tests drive real git, real disks and killed processes: what takes 3 s on two free cores took 31 s under a load of 12, and
    // the longest takes 20 s. These end a test that hangs; no test is to fail because a machine is slow.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
    unstubEnvs: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'rooms',
          include: ['{src,bench,scripts}/**/*.test.ts'],
          isolate: false,
          setupFiles: setupOfRooms,
          globalSetup: 'tests/doors/folder-in-memory.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'house',
          include: ['tests/**/*.test.ts'],
          exclude: [...aloneTests, ...demoTests, ...clientTests],
          isolate: false,
          ...setup,
          setupFiles: [...setup.setupFiles, 'tests/doors/start-git-elsewhere.ts'],
        },
      },
      { extends: true, test: { name: 'alone', include: aloneTests, ...setup } },
      {
        extends: true,
        // Real agents, which `scripts/clients.ts` installs: skipped without them.
        test: { name: 'clients', include: clientTests },
      },
      {
        extends: true,
        // After the others: a machine full of killed indexers leaves little to what it plays.
        test: { name: 'demo', include: demoTests, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
