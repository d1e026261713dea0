import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,tests,bench,scripts}/**/*.test.ts'],
    // Processes, not threads: the tests start children, change limits and open databases that a thread would share.
    pool: 'forks',
    watch: false,
    // Tests drive real git, real disks and killed processes, on machines of two cores.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 10_000,
    restoreMocks: true,
    setupFiles: ['tests/effort-of-properties.ts'],
    globalSetup: ['tests/doors/compile-cache.ts'],
  },
});
