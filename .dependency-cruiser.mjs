// The rules of the house, made from the map in architecture.mjs. Each has a name, a reason and a remedy; each has a
// planted violation in tests/architecture/. Run by scripts/architecture.ts, which gives the cruiser TypeScript 6.
import {
  builtins,
  commandEntry,
  computingBuiltins,
  floors,
  homes,
  libraryEntry,
  mentions,
  packages,
  rooms,
  roomsBelow,
} from './architecture.mjs';

/**
 * @typedef {import('./architecture.mjs').Floor} Floor
 * @typedef {import('dependency-cruiser').IRegularForbiddenRuleType} CruiserRule
 * @typedef {object} Rule
 * @property {string} name
 * @property {string} reason
 * @property {string} remedy
 * @property {CruiserRule['from']} from
 * @property {CruiserRule['to']} to
 */

const tests = '[.]test[.]ts$';
const core = rooms.filter((room) => ['model', 'foundation', 'ports', 'stage', 'engine'].includes(room.floor));

/** @param {readonly { readonly path: string }[]} some A pattern that captures which of the rooms a path lies in. */
const inOneOf = (some) => `^(${some.map((room) => room.path).join('|')})/`;
/** @param {Floor} floor */
const roomsOn = (floor) => rooms.filter((room) => room.floor === floor);
/** @param {string} modules */
const builtin = (modules) => `^(?:node:)?(?:${modules})$`;
/** @param {string} name */
const packageNamed = (name) => `(?:^|/)${name}(?:/|$)`;

/** What a floor may not see at all. Neighbours on the same floor, and the entry, have rules with remedies of their own. */
const floorRules = Object.entries(floors).map(([key, plan]) => {
  const floor = /** @type {Floor} */ (key);
  const below = roomsBelow(floor);
  return rule(
    `${floor}-imports-${below.length === 0 ? 'nothing' : 'inward'}`,
    plan.reason,
    plan.remedy,
    { path: inOneOf(roomsOn(floor)) },
    {
      path: '^src/',
      pathNot: [inOneOf([...below, ...roomsOn(floor)]), ...plan.files, `^${libraryEntry}$`],
    },
  );
});

const neighbourRules = /** @type {const} */ ([
  ['foundation', 'Give what both need to the model, or pass it as an argument.'],
  ['stage', 'Let the engine hand the result of one stage to the other as data.'],
  ['adapter', 'Meet in a port; the composition root brings the two together.'],
  ['door', 'Move what both need into the engine.'],
]).map(([floor, remedy]) =>
  rule(
    `${floor}-leaves-its-neighbours-alone`,
    'Rooms of one floor can be understood, tested and replaced one at a time only while they do not know each other.',
    remedy,
    { path: inOneOf(roomsOn(floor)) },
    { path: inOneOf(roomsOn(floor)), pathNot: ['^$1/', ...floors[floor].files] },
  ),
);

const builtinRules = builtins.map((entry) =>
  rule(
    entry.name,
    entry.reason,
    entry.remedy,
    { path: '^src/', pathNot: [tests, entry.from] },
    { path: builtin(entry.modules) },
  ),
);

const packageRules = packages.map((entry) =>
  rule(
    `${entry.name.replace('@', '').replaceAll('/', '-')}-stays-in-its-place`,
    entry.reason,
    entry.remedy,
    { path: '^src/', pathNot: entry.from },
    { path: packageNamed(entry.name), dependencyTypesNot: ['local', 'core'] },
  ),
);

const otherRules = [
  rule(
    'engine-takes-settings-as-types',
    'The engine runs with the settings it is given; defaults and parsing are the business of config.',
    'Use `import type`, and take the settings as an argument.',
    { path: '^src/engine/', pathNot: tests },
    { path: '^src/config/', dependencyTypesNot: ['type-only'] },
  ),
  rule(
    'hooks-load-no-operations',
    'The table of operations holds the words of every door; a hook that loads it makes an agent wait for them.',
    'Ask a context of src/open, as mine-in-background does.',
    { path: '^src/(?:hooks|open)/', pathNot: tests },
    { path: '^src/api/' },
  ),
  rule(
    'entry-exports-the-memory-only',
    'What the library entry exports is a promise; rooms behind the composition root stay free to change.',
    'Export types of the model or the ports, or what src/api and src/open offer.',
    { path: `^${libraryEntry}$` },
    { path: '^src/', pathNot: ['^src/(?:api|open|model|ports)/', '^src/config/settings[.]ts$'] },
  ),
  rule(
    'entry-is-for-users',
    'The source reaching itself through its public entry makes a circle of the whole house.',
    'Import the file that defines the thing.',
    { path: '^src/' },
    { path: `^${libraryEntry}$` },
  ),
  rule(
    'command-opens-a-door',
    'The published command must start fast on any Node, so all it does is to choose a door.',
    'Let a door do it.',
    { path: `^${commandEntry}$` },
    { path: '^src/', pathNot: ['^src/open/supported-node[.]ts$', inOneOf(roomsOn('door'))] },
  ),
  rule(
    'bench-measures-what-users-get',
    'A figure is worth something when it is about the public entry, one stage or one foundation, not about a private shortcut.',
    'Use the public entry or the stage.',
    { path: '^bench/' },
    {
      path: '^src/',
      pathNot: [`^${libraryEntry}$`, inOneOf([...roomsOn('stage'), ...roomsOn('foundation')])],
    },
  ),
  rule(
    'source-ignores-the-workshop',
    'Checks, tests and benchmarks are not published, so the source cannot need them.',
    'Move what the source needs into the room that answers for it.',
    { path: '^src/', pathNot: tests },
    { path: ['^(?:tests|scripts|bench)/', '^[^/]+[.](?:ts|mjs)$'] },
  ),
  rule(
    'tests-are-not-imported',
    'Whoever imports a test file runs its tests.',
    'Move what is shared into a file of its own under tests/.',
    {},
    { path: tests },
  ),
  rule(
    'core-only-computes',
    'The core gives the same answer for the same input; files, clocks and chance come in through ports.',
    'Use a port, or pass the value as an argument.',
    { path: inOneOf(core), pathNot: tests },
    {
      dependencyTypes: ['core'],
      pathNot: [...computingBuiltins, ...builtins.map((entry) => entry.modules)].map(builtin),
    },
  ),
  rule(
    'packages-are-chosen-on-purpose',
    'Every runtime package is bundled into what users install, and trusted with what they own.',
    'Do without, or name the package and its one place in architecture.mjs.',
    { path: '^src/', pathNot: tests },
    {
      dependencyTypes: [
        'npm',
        'npm-dev',
        'npm-peer',
        'npm-optional',
        'npm-no-pkg',
        'npm-unknown',
        'npm-bundled',
      ],
      pathNot: packages.map((entry) => packageNamed(entry.name)),
    },
  ),
  rule(
    'imports-are-found',
    'An import that leads nowhere is invisible to every other rule.',
    'Correct the path, with its extension; or install the package.',
    {},
    { couldNotResolve: true },
  ),
  rule(
    'no-circle',
    'Files in a circle can only be read, tested and changed all at once.',
    'Move what both need to a third file, or turn one import around by passing a value.',
    {},
    { circular: true },
  ),
  rule(
    'no-orphan',
    'A file that nobody imports and that imports nobody is dead, or forgotten.',
    'Import it where it was meant to be used, or delete it.',
    { orphan: true, path: '^src/', pathNot: [tests, `^${libraryEntry}$`] },
    {},
  ),
];

/**
 * @param {string} name
 * @param {string} reason
 * @param {string} remedy
 * @param {CruiserRule['from']} from
 * @param {CruiserRule['to']} to
 * @returns {Rule}
 */
function rule(name, reason, remedy, from, to) {
  return { name, reason, remedy, from, to };
}

/** @type {readonly Rule[]} */
const importRules = [...floorRules, ...neighbourRules, ...builtinRules, ...packageRules, ...otherRules];

/** Rules that the cruiser cannot hold: see scripts/architecture/. @type {readonly Pick<Rule, 'name' | 'reason' | 'remedy'>[]} */
const folderRules = [
  {
    name: 'no-circle-between-folders',
    reason: 'Folders of a room are rooms of their own: in a circle, none can be read first.',
    remedy: 'Move what both need to the folder below them.',
  },
];

/** All rules of the house, those about folders and names included. @type {readonly Pick<Rule, 'name' | 'reason' | 'remedy'>[]} */
export const rules = [...importRules, ...folderRules, ...mentions, ...homes];

/** @satisfies {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: importRules.map(({ reason, remedy, ...rest }) => ({
    ...rest,
    severity: /** @type {const} */ ('error'),
    comment: `${reason} ${remedy}`,
  })),
  options: {
    doNotFollow: { path: 'node_modules' },
    // Types count: a room that only names the types of another depends on it as well.
    tsPreCompilationDeps: true,
  },
};
