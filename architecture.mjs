/**
 * The map of the house. Everything that must know how the house is laid out is made from this file: the rules of
 * `.dependency-cruiser.mjs`, the scopes of commit subjects, the diagram and table in `docs/architecture.md`.
 */

/**
 * @typedef {'model' | 'foundation' | 'ports' | 'stage' | 'adapter' | 'config' | 'engine' | 'open' | 'api' | 'door'} Floor
 *
 * @typedef {object} Room
 * @property {string} name Unique; the scope of commits that change this room.
 * @property {string} path Folder, from the top of the repository.
 * @property {Floor} floor What it may import is decided by its floor.
 * @property {string} question The question this room answers.
 *
 * @typedef {object} FloorPlan
 * @property {string} title
 * @property {readonly string[]} imports Floors, or single rooms, it may import; its own room it always may.
 * @property {readonly string[]} files Single files (regular expressions) it may import from floors not listed, or from a room of its own floor.
 * @property {string} reason
 * @property {string} remedy
 */

/** Floors from the ground up. No room imports another room of its own floor. @type {Record<Floor, FloorPlan>} */
export const floors = {
  model: {
    title: 'Nouns',
    imports: [],
    files: [],
    reason: 'Everyone speaks in these nouns, so they depend on nothing.',
    remedy: 'Describe what is needed as a plain type here, or move the code to the room it depends on.',
  },
  foundation: {
    title: 'Foundations',
    imports: ['model'],
    files: [],
    reason: 'Text, numbers and redaction are computed from their arguments alone, and each stands by itself.',
    remedy: 'Take what is needed as an argument.',
  },
  ports: {
    title: 'Ports',
    imports: ['model'],
    files: [],
    reason: 'A port says what the core needs from outside in the words of the model, for any provider.',
    remedy: 'Express the port with types of the model.',
  },
  stage: {
    title: 'Stages',
    imports: ['model', 'foundation', 'ports'],
    files: [],
    reason: 'A stage decides one thing from data; it knows neither where data is kept nor who asks.',
    remedy: 'Take the data as an argument, or ask for it through a port.',
  },
  adapter: {
    title: 'Adapters',
    imports: ['model', 'text', 'redaction', 'ports'],
    files: ['^src/adapters/system/(?:replace|regular)-file[.]ts$'],
    reason:
      'An adapter translates one outside thing to a port; policy in it would have to be written once per adapter.',
    remedy: 'Move the decision to a stage and hand the adapter its result.',
  },
  config: {
    title: 'Settings',
    imports: ['model'],
    files: ['^src/[^/]+/options[.]ts$', '^src/adapters/system/replace-file[.]ts$'],
    reason: 'Settings are gathered from the option table of each stage and from nothing else of it.',
    remedy: "Put the option into the stage's options.ts.",
  },
  engine: {
    title: 'Engine',
    imports: ['model', 'foundation', 'ports', 'stage'],
    files: ['^src/config/settings[.]ts$'],
    reason: 'A use case is a sequence of stages over ports; it must run on any adapter and behind any door.',
    remedy: 'Receive the adapter through its port, and the settings as data.',
  },
  open: {
    title: 'Composition root',
    imports: ['model', 'foundation', 'ports', 'stage', 'adapter', 'config', 'engine'],
    files: [],
    reason: 'The composition root wires everything beneath the doors; the doors come to it.',
    remedy: 'Move what both need into the engine or the model.',
  },
  api: {
    title: 'Operations',
    imports: ['model', 'ports', 'wording', 'engine', 'open'],
    files: [],
    reason: 'An operation says what it takes, and hands it to a use case on what was opened.',
    remedy: 'Add a use case to the engine, or what it depends on to a context of src/open.',
  },
  door: {
    title: 'Doors',
    imports: ['model', 'redaction', 'wording', 'config', 'engine', 'open', 'api'],
    files: [],
    reason:
      'A door translates between a caller and the engine; it never decides and never reaches behind it.',
    remedy: 'Add a use case to the engine, or a field to what it returns, and call that.',
  },
};

/**
 * Rooms that exist, in the order in which `docs/architecture.md` walks through them.
 * @type {readonly Room[]}
 */
export const rooms = [
  { name: 'model', path: 'src/model', floor: 'model', question: 'What are we talking about?' },
  {
    name: 'text',
    path: 'src/text',
    floor: 'foundation',
    question: 'What does this text hold, how is it laid out, and how well do two match?',
  },
  {
    name: 'numeric',
    path: 'src/numeric',
    floor: 'foundation',
    question: 'How sure may we be of this number?',
  },
  {
    name: 'wording',
    path: 'src/wording',
    floor: 'foundation',
    question: 'What is this called in words, behind every door?',
  },
  {
    name: 'redaction',
    path: 'src/redaction',
    floor: 'foundation',
    question: 'What must never be written down?',
  },
  { name: 'ports', path: 'src/ports', floor: 'ports', question: 'What does the core need from outside?' },
  {
    name: 'agents',
    path: 'src/agents',
    floor: 'stage',
    question: 'How does each agent keep its settings, call our hook and write its sessions down?',
  },
  { name: 'query', path: 'src/query', floor: 'stage', question: 'What is being asked?' },
  { name: 'history', path: 'src/history', floor: 'stage', question: 'What happened here before?' },
  { name: 'codebase', path: 'src/codebase', floor: 'stage', question: 'What is the code like now?' },
  { name: 'locate', path: 'src/locate', floor: 'stage', question: 'Which files and symbols is this about?' },
  {
    name: 'failures',
    path: 'src/failures',
    floor: 'stage',
    question: 'Have we seen this failure, and what fixed it?',
  },
  { name: 'capture', path: 'src/capture', floor: 'stage', question: 'What did this session teach?' },
  { name: 'lessons', path: 'src/lessons', floor: 'stage', question: 'What is worth knowing next time?' },
  { name: 'retrieval', path: 'src/retrieval', floor: 'stage', question: 'Which memories might help?' },
  {
    name: 'judging',
    path: 'src/judging',
    floor: 'stage',
    question: 'How useful would this be to the agent?',
  },
  {
    name: 'asking',
    path: 'src/asking',
    floor: 'stage',
    question: 'What is a language model asked, and what may it cost?',
  },
  { name: 'gate', path: 'src/gate', floor: 'stage', question: 'May this memory enter the context?' },
  {
    name: 'cards',
    path: 'src/cards',
    floor: 'stage',
    question: 'What is the shortest form that still helps?',
  },
  { name: 'packing', path: 'src/packing', floor: 'stage', question: 'What fits into the budget?' },
  { name: 'feedback', path: 'src/feedback', floor: 'stage', question: 'Did it help?' },
  {
    name: 'lifecycle',
    path: 'src/lifecycle',
    floor: 'stage',
    question: 'What should be kept, merged or let go?',
  },
  {
    name: 'teams',
    path: 'src/teams',
    floor: 'stage',
    question: 'What do the machines of a team say, taken together?',
  },
  {
    name: 'git',
    path: 'src/adapters/git',
    floor: 'adapter',
    question: 'How is a repository read that may be hostile or broken?',
  },
  {
    name: 'sqlite',
    path: 'src/adapters/sqlite',
    floor: 'adapter',
    question: 'Where is it kept, and what survives a crash?',
  },
  {
    name: 'issue-exports',
    path: 'src/adapters/issue-exports',
    floor: 'adapter',
    question: 'What does the issue say that a commit names?',
  },
  {
    name: 'syntax',
    path: 'src/adapters/syntax',
    floor: 'adapter',
    question: 'What does this source text define, import and call?',
  },
  {
    name: 'system',
    path: 'src/adapters/system',
    floor: 'adapter',
    question: 'What time is it, what is random, where do logs go?',
  },
  {
    name: 'tokens',
    path: 'src/adapters/tokens',
    floor: 'adapter',
    question: 'How long is this for a model?',
  },
  {
    name: 'processes',
    path: 'src/adapters/processes',
    floor: 'adapter',
    question: 'Who started this process?',
  },
  {
    name: 'transcripts',
    path: 'src/adapters/transcripts',
    floor: 'adapter',
    question: 'What did agents say and do?',
  },
  {
    name: 'agent-settings',
    path: 'src/adapters/agent-settings',
    floor: 'adapter',
    question: "How are another program's settings changed without harm?",
  },
  {
    name: 'models',
    path: 'src/adapters/models',
    floor: 'adapter',
    question: 'What does a language model answer?',
  },
  {
    name: 'postgres',
    path: 'src/adapters/postgres',
    floor: 'adapter',
    question: "How is a team's memory synchronised with?",
  },
  {
    name: 'config',
    path: 'src/config',
    floor: 'config',
    question: 'What did the user choose, and who may choose it?',
  },
  { name: 'engine', path: 'src/engine', floor: 'engine', question: 'What can afterwit do, step by step?' },
  { name: 'open', path: 'src/open', floor: 'open', question: 'How do the parts become one memory?' },
  { name: 'api', path: 'src/api', floor: 'api', question: 'What can be asked, and what answers it?' },
  { name: 'cli', path: 'src/cli', floor: 'door', question: 'How does a person ask from a terminal?' },
  { name: 'hooks', path: 'src/hooks', floor: 'door', question: 'How is an agent helped without asking?' },
  { name: 'mcp', path: 'src/mcp', floor: 'door', question: 'How does an agent ask?' },
  { name: 'http', path: 'src/http', floor: 'door', question: 'How does a browser, or another program, ask?' },
];

/**
 * Programs that stand beside the source, each with a tsconfig of its own.
 * @type {readonly { readonly name: string, readonly path: string, readonly question: string }[]}
 */
export const programs = [
  {
    name: 'dashboard',
    path: 'dashboard',
    question: 'What does a person see in a browser? It asks through http.',
  },
];

/** The published command: it finds out which door was asked for and opens it. It lies in no room, and nobody imports it. */
export const commandEntry = 'src/bin.ts';

/** The public entry: what it exports is what the package promises. */
export const libraryEntry = 'src/index.ts';

/**
 * Packages the source may import, and where (regular expressions). They are bundled, so each costs every user.
 * @type {readonly { readonly name: string, readonly from: string, readonly reason: string, readonly remedy: string }[]}
 */
export const packages = [
  {
    name: '@modelcontextprotocol/server',
    from: '^src/mcp/',
    reason: 'The protocol is one door among several.',
    remedy: 'Translate in src/mcp and hand plain values on.',
  },
  {
    name: 'gpt-tokenizer',
    from: '^src/adapters/tokens/',
    reason: 'A vocabulary is megabytes; one adapter loads it, and only when something is written.',
    remedy: 'Take the token counter port, or the token cost that is stored with every memory.',
  },
  {
    name: 'pino',
    from: '^src/adapters/system/',
    reason: 'Logging goes through one port, so that no door can be written to by accident.',
    remedy: 'Take the logger port.',
  },
  {
    name: 'web-tree-sitter',
    from: '^src/adapters/syntax/',
    reason: 'A syntax tree lives in memory that must be given back by hand; one adapter knows how.',
    remedy: 'Take the syntax parser port.',
  },
  {
    name: 'toml-eslint-parser',
    from: '^src/adapters/agent-settings/',
    reason: 'Settings of one agent are TOML; only setup, which changes them, has to pay for a parser.',
    remedy: 'Give setup another part of settings, in src/adapters/agent-settings.',
  },
  {
    name: 'pg',
    from: '^src/adapters/postgres/',
    reason:
      "One adapter knows SQL of a team's server and its faults; who has no such team loads nothing of it.",
    remedy: 'Take the port of the team hub.',
  },
  {
    name: 'hono',
    from: '^src/http/',
    reason: 'Routes of the web are one door among several.',
    remedy: 'Translate in src/http and hand plain values on.',
  },
  {
    name: '@hono/node-server',
    from: '^src/http/',
    reason: 'Routes of the web are one door among several.',
    remedy: 'Translate in src/http and hand plain values on.',
  },
  {
    name: 'commander',
    from: '^src/cli/',
    reason: 'The command line is one door among several.',
    remedy: 'Parse in src/cli and hand plain values on.',
  },
];

/**
 * Modules of Node that reach outside the process, and the one place that may use each (regular expressions).
 * @type {readonly { readonly name: string, readonly modules: string, readonly from: string, readonly reason: string, readonly remedy: string }[]}
 */
export const builtins = [
  {
    name: 'sqlite-stays-in-its-adapter',
    modules: 'sqlite',
    from: '^src/adapters/sqlite/',
    reason: 'One adapter knows SQL, its faults and its pragmas; elsewhere a store is a port.',
    remedy: 'Add a method to the port and implement it in src/adapters/sqlite.',
  },
  {
    name: 'processes-start-in-their-adapters',
    modules: 'child_process|cluster',
    from: '^src/adapters/(git|models|processes)/',
    reason: 'Every child process must be hardened, timed and ended; that is done in one place.',
    remedy:
      'Ask the git reader, or give a new program an adapter of its own and name it in architecture.mjs.',
  },
  {
    name: 'threads-start-in-the-syntax-adapter',
    modules: 'worker_threads',
    from: '^src/adapters/syntax/',
    reason: 'A thread has memory, faults and an end that somebody must answer for; one adapter does.',
    remedy:
      'Compute in steps that can be stopped, or give the work an adapter of its own and name it in architecture.mjs.',
  },
  {
    name: 'one-door-listens',
    modules: 'http',
    from: '^src/http/',
    reason:
      'A person opens the dashboard on this machine alone; what listens must be guarded, and is so in one place.',
    remedy: 'Add a route to src/http; nothing else listens, and nothing is sent anywhere.',
  },
  {
    name: 'nothing-reaches-the-network',
    modules: 'net|tls|dns|dns/promises|dgram|https|http2|quic',
    from: '^$',
    reason: 'afterwit works without a network and sends nothing anywhere.',
    remedy: 'Do without.',
  },
];

/** Modules of Node that compute only: the ones the core (model to engine, adapters left out) may import. */
export const computingBuiltins = [
  'assert',
  'buffer',
  'crypto',
  'path',
  'path/posix',
  'string_decoder',
  'url',
  'util',
  'zlib',
];

/**
 * What the source reaches without an import, found by name wherever the name stands (`scripts/architecture/read-mentions.ts`
 * says what it sees and what it cannot). `process.getBuiltinModule('node:fs')`, written out, is held to the rules of imports.
 * @type {readonly { readonly name: string, readonly names: readonly string[], readonly from?: string, readonly reason: string, readonly remedy: string }[]}
 */
export const mentions = [
  {
    name: 'modules-are-asked-for-in-place',
    names: ['getBuiltinModule', 'createRequire', '_load', '_linkedBinding', 'dlopen'],
    reason:
      'A module that is asked for under a borrowed or computed name is invisible to the rules about modules.',
    remedy: "Import it, or write process.getBuiltinModule('node:…') where it is used.",
  },
  {
    name: 'models-are-asked-in-their-adapter',
    names: ['fetch'],
    from: '^src/(?:adapters/models/|mcp/serve-http\\.ts$)',
    reason:
      'A person turns a language model on; one adapter asks it, bounded in bytes and time. The handler of MCP over HTTP answers by a method of that name.',
    remedy: 'Take the language model port.',
  },
  {
    name: 'no-global-reaches-the-network',
    names: [
      'WebSocket',
      'WebSocketStream',
      'WebTransport',
      'EventSource',
      'XMLHttpRequest',
      'RTCPeerConnection',
      'sendBeacon',
      'importScripts',
    ],
    reason: 'afterwit sends nothing anywhere, whether through a module or through what Node has without one.',
    remedy: 'Do without; what only has the same name gets one that says more.',
  },
];

/**
 * Ideas that several rooms need and that therefore lie on the ground, each with signs by which a second home of it is seen in the
 * text of a file (regular expressions). What looks otherwise is not seen.
 * @type {readonly { readonly name: string, readonly home: string, readonly signs: readonly string[], readonly reason: string, readonly remedy: string }[]}
 */
export const homes = [
  {
    name: 'bm25-has-one-home',
    home: 'src/text/bm25.ts',
    signs: ['\\bk1 \\+ 1\\b', '\\bfunction \\w*[bB]m25\\w*\\([^)]*frequenc'],
    reason: 'Two scorers with the same name drift apart: each gets constants and corrections of its own.',
    remedy: 'Hand the statistics to scoreBm25, or combine saturate and lengthPenalty of src/text/bm25.ts.',
  },
  {
    name: 'likeness-has-one-home',
    home: 'src/text/likeness.ts',
    signs: [
      '\\bfunction (?:jaccard|dice|containment|align|matchInOrder|longestCommon\\w*)\\(\\w+: (?:ReadonlySet|readonly string|Set)',
      '\\b(\\w+)\\.size \\+ (\\w+)\\.size - ',
    ],
    reason: 'How alike two sets or sequences are must not hang on which stage asks.',
    remedy: 'Use jaccard, dice, containment, align or matchInOrder of src/text/likeness.ts.',
  },
  {
    name: 'sigmoid-has-one-home',
    home: 'src/numeric/probabilities.ts',
    signs: ['1 / \\(1 \\+ Math\\.exp\\(-'],
    reason: 'Log-odds become a probability in one way everywhere.',
    remedy: 'Use sigmoid, predictLogistic or softmax of src/numeric/probabilities.ts.',
  },
  {
    name: 'word-lists-have-one-home',
    home: 'src/text/',
    signs: [
      '\\bthe and or but\\b',
      "'install', 'uninstall'",
      '\\bnpm npx pnpm\\b',
      '\\b(?:const|let) (?:negations?|opposites|rivals|stopWords)\\b',
    ],
    reason: 'Function words, negations, opposites and rivals are facts of the language, not of a stage.',
    remedy: 'Use src/text/words.ts and src/text/statements, and add what is missing there.',
  },
  {
    name: 'one-line-has-one-home',
    home: 'src/text/words.ts',
    signs: ['\\bfunction oneLine\\('],
    reason: 'What counts as white space is decided once: a line that keeps a break can forge a structure.',
    remedy: 'Use oneLine of src/text/words.ts.',
  },
];

/** Areas of work that are not a room: the first word, or the scope, of a commit subject. */
const workshops = [
  'house',
  'architecture',
  'build',
  'check',
  'ci',
  'docs',
  'tests',
  'bench',
  'scripts',
  'deps',
  'release',
];

/**
 * Rooms that a room of this floor may import from.
 * @param {Floor} floor
 * @returns {readonly Room[]}
 */
export function roomsBelow(floor) {
  const { imports } = floors[floor];
  return rooms.filter((room) => imports.includes(room.floor) || imports.includes(room.name));
}

/** The two databases: changes to one of them often go through several rooms. */
const databases = ['memory', 'index'];

/** Rooms that have another name or place by now; older commits speak of them. */
const formerRooms = ['issues', 'in-memory'];

/** Words that may stand as area and as scope in `area(scope): what`. */
export const commitScopes = [
  ...workshops,
  ...databases,
  ...rooms.map((room) => room.name),
  ...programs.map(({ name }) => name),
  ...formerRooms,
];
