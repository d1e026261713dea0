import { defineConfig } from 'vitest/config';

const demoTests = ['tests/demo/**/*.test.ts'];
const clientTests = ['tests/clients/**/*.test.ts'];
const properties = 'tests/effort-of-properties.ts';

export default defineConfig({
  test: {
    // By itself Vitest leaves one of two cores idle; half of the tests wait for a child or a disk.
    maxWorkers: 2,
    watch: false,
    // Processes, not threads: the tests start children, change limits and open databases that a thread would share.
    pool: 'forks',
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
          // Two workers run all of these: loading the sources anew for each file costs more than the tests do.
          isolate: false,
          setupFiles: [properties, 'tests/leave-no-state.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'house',
          include: ['tests/**/*.test.ts'],
          exclude: [...demoTests, ...clientTests],
          setupFiles: [properties, 'tests/doors/bundled-syntax-thread.ts'],
          globalSetup: ['tests/doors/bundle-programs.ts'],
        },
      },
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
