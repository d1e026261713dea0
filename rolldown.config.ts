import type { RolldownOptions } from 'rolldown';

// Readable output: stack traces of users should name our functions. Comments are dropped and dead code is cut; what a
// command does not need it does not load, so a smaller file would not start faster.
const output = {
  dir: 'dist',
  format: 'esm',
  minify: 'dce-only',
  comments: false,
  hashCharacters: 'hex',
} as const;

/** Modules that come with Node; everything else is bundled, so that the published package depends on nothing. */
const external = [/^node:/];

/** Escaped, it would be a third larger. */
const vocabulary = /o200k_base/;

/**
 * A text of ASCII alone takes V8 half the memory, and Node half the time to read. All that is not stands in strings, templates
 * and regular expressions, where an escape says the same.
 */
const escapeBeyondAscii = {
  name: 'escape-beyond-ascii',
  generateBundle(_: unknown, bundle: Readonly<Record<string, { code?: string }>>) {
    for (const [name, file] of Object.entries(bundle))
      if (file.code !== undefined && !vocabulary.test(name)) file.code = escapeAll(file.code);
  },
};

function escapeAll(code: string): string {
  return code.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The lowest Node.js we support; newer syntax (`using`, say) is written out for it. */
const transform = { target: 'node22.23' };

/** What the published entry starts, by the source it is written in. */
function entryOf(id: string): string | undefined {
  const [, door] = /\/(cli|mcp|http)\/main\.ts$/.exec(id) ?? [];
  return door === undefined ? undefined : `./programs/${door}.js`;
}

/** Rooms below the doors; the rules for secrets are large, and most commands do without. */
const sharedRooms = /\/src\/(?!cli\/|mcp\/|http\/|api\/|redaction\/secrets\/)/;

/** Every door but the server's reads it at its start, and no hook. */
const tableOfOperations = /\/src\/api\/(?:operations|common-fields|field|operation)\b/;

/** All that the server loads until an agent asks something. */
const readAtOnce = /\/src\/(?:model\/(?:errors|server)|api\/check-input)\.ts$/;

/** What is loaded wherever a repository is opened, in one file instead of thirty. */
const openedRooms =
  /\/src\/(?:adapters\/(?:sqlite|git)|engine\/(?:index|snapshot|repositories|memory)|history|codebase)\//;

/** What the command line reads before it knows the command. */
const commandTable = /\/src\/cli\/command-line\/(?!render-)/;

const tellMoment = /\/tell-moment\.ts$/;
const besideTheHook = /\/(hook-recall|tell-start)\.ts$/;

/** A file of CommonJS: `import` would have it loaded, and compiled, in another way. */
const requireBeside = {
  name: 'require-beside',
  renderChunk: (code: string, _: unknown, { format }: { readonly format: string }) => ({
    code: code.replace(
      /import\((["'`](?:[^"'`]*\b(?:hook-recall|tell-start|tell-moment)|\.\/programs\/\w+)\.js["'`])\)/g,
      format === 'cjs'
        ? 'Promise.resolve(require($1))'
        : 'Promise.resolve(process.getBuiltinModule("node:module").createRequire(import.meta.url)($1))',
    ),
  }),
};

/** Within a process that is about to end. */
const startedHook = {
  plugins: [escapeBeyondAscii, requireBeside],
  platform: 'node',
  transform,
  output: {
    ...output,
    format: 'cjs',
    minify: true,
    chunkFileNames: 'hooks/chunks/[name]-[hash].js',
  },
} satisfies RolldownOptions;

export default [
  {
    // Its own bundle: an unsupported Node must get as far as the check without meeting anything newer.
    input: { bin: 'src/bin.ts' },
    platform: 'node',
    transform,
    external: [...external, /\/main\.ts$/],
    plugins: [requireBeside],
    output: { ...output, paths: (id: string) => entryOf(id) ?? id },
  },
  {
    // Entries over shared chunks; one is started by the hook. What is imported dynamically (schema, logger, prompts) stays a chunk of its own.
    // CommonJS, because what V8 compiled of it can be kept with the functions that ran (0008).
    input: {
      index: 'src/index.ts',
      cli: 'src/cli/main.ts',
      mcp: 'src/mcp/main.ts',
      http: 'src/http/main.ts',
      'mine-session': 'src/hooks/mine-session.ts',
      'tell-moment': 'src/hooks/tell-moment.ts',
    },
    plugins: [escapeBeyondAscii],
    platform: 'node',
    transform,
    external,
    output: {
      ...output,
      dir: 'dist/programs',
      format: 'cjs',
      chunkFileNames: 'chunks/[name]-[hash].js',
      // What most doors need is one file instead of forty: to find, read and link a file takes longer than its code does.
      codeSplitting: {
        groups: [
          { name: 'start', test: readAtOnce, priority: 3 },
          { name: 'shared', test: sharedRooms, minShareCount: 10, priority: 2 },
          { name: 'operations', test: tableOfOperations, priority: 1 },
          { name: 'commands', test: commandTable },
          { name: 'repository', test: openedRooms, minShareCount: 3 },
        ],
      },
    },
  },
  {
    // A thread, and a plugin that runs within another program: what others share opens a database, which both do without.
    input: {
      'syntax-worker': 'src/adapters/syntax/syntax-worker.ts',
      opencode: 'src/hooks/opencode.ts',
    },
    // web-tree-sitter can run JavaScript that a grammar brings; ours bring none.
    checks: { eval: false },
    platform: 'node',
    transform,
    external,
    output: { ...output, minify: true, chunkFileNames: 'chunks/apart-[name]-[hash].js' },
  },
  {
    // A hook runs after every command of an agent, so it shares no chunk with anything larger: most runs need its first
    // file only, the others one more: finding, reading and checking a file takes 1 to 2 ms, however small it is. As CommonJS it starts 5 to 10 ms faster than as ES modules (0008).
    ...startedHook,
    input: { 'hooks/claude-code': 'src/hooks/claude-code.ts' },
    // They need more of a memory than the hook of a command.
    external: [...external, tellMoment, besideTheHook],
    output: {
      ...startedHook.output,
      paths: (id: string) =>
        tellMoment.test(id)
          ? './programs/tell-moment.js'
          : id.replace(/^.*\/(hook-recall|tell-start)\.ts$/, './hooks/$1.js'),
    },
  },
  // What an agent waits for after a command that failed, and before the first request of a session: each in a file that holds all it needs.
  ...['hook-recall', 'tell-start'].map((name) => ({
    ...startedHook,
    input: { [`hooks/${name}`]: `src/open/${name}.ts` },
    external,
    // What it shares with what is loaded later stays in it.
    preserveEntrySignatures: 'allow-extension' as const,
  })),
] satisfies readonly RolldownOptions[];
