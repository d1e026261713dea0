import { posix } from 'node:path';
import { rules } from '../../.dependency-cruiser.mjs';
import {
  type Floor,
  floors,
  planned,
  plannedPrograms,
  type Room,
  rooms,
  roomsBelow,
} from '../../architecture.mjs';
import { type Page, renderTable, replaceRegion } from './page.ts';

/** The regions of `docs/architecture.md` that follow from the map, and a heading there for every room. */
export const architecturePage: Page = {
  path: 'docs/architecture.md',
  render: (current) => {
    const missing = rooms.map(headingOf).filter((heading) => !current.includes(`\n${heading}\n`));
    if (missing.length > 0)
      throw new Error(`Each room has a section of its own. Missing:\n${missing.join('\n')}`);
    const regions = {
      diagram: renderDiagram(),
      rooms: renderRooms(),
      planned: renderPlanned(),
      rules: renderRules(),
    };
    return Object.entries(regions).reduce((page, [name, text]) => replaceRegion(page, name, text), current);
  },
};

/** Heading a room has in `docs/architecture.md`: its question, then where the answer lives. */
function headingOf({ path, question }: Room): string {
  return `### ${question} — [\`${path}/\`](../${path})`;
}

function floorsInUse(): readonly Floor[] {
  return (Object.keys(floors) as Floor[]).filter((floor) => rooms.some((room) => room.floor === floor));
}

/** Doors on top, nouns at the bottom. Arrows that follow from others are left out. */
function renderDiagram(): string {
  const used = floorsInUse().toReversed();
  const boxes = used.flatMap((floor) => [
    `  subgraph ${floor}_floor["${floors[floor].title}"]`,
    ...rooms
      .filter((room) => room.floor === floor)
      .map((room) => `    ${room.name}["${posix.relative('src', room.path)}"]`),
    '  end',
  ]);
  const arrows = used.flatMap((floor) => {
    const direct = floorsBelow(floor);
    const implied = new Set(direct.flatMap(floorsBelow));
    return direct
      .filter((below) => !implied.has(below))
      .map((below) => `  ${floor}_floor --> ${below}_floor`);
  });
  return ['```mermaid', 'flowchart TB', ...boxes, ...arrows, '```'].join('\n');
}

function floorsBelow(floor: Floor): readonly Floor[] {
  const below = new Set(roomsBelow(floor).map((room) => room.floor));
  return floorsInUse().filter((candidate) => below.has(candidate));
}

function renderRooms(): string {
  const rows = rooms.map((room) => [
    `[\`${room.path}/\`](../${room.path})`,
    room.question,
    describeImports(room.floor),
  ]);
  return renderTable(['room', 'question', 'may import, besides its own files'], rows);
}

function describeImports(floor: Floor): string {
  const { files } = floors[floor];
  const names = rooms.filter((room) => roomsBelow(floor).includes(room)).map((room) => room.name);
  return [...names, ...files.map((file) => `\`${readable(file)}\``)].join(', ') || 'nothing';
}

function readable(pattern: string): string {
  return pattern.replaceAll('[.]', '.').replaceAll('[^/]+', '*').replace(/^\^/, '').replace(/\$$/, '');
}

function renderPlanned(): string {
  return renderTable(
    ['room', 'question'],
    [...planned, ...plannedPrograms].map(({ path, question }) => [`\`${path}/\``, question]),
  );
}

function renderRules(): string {
  return rules.map(({ name, reason, remedy }) => `- **${name}**. ${reason} *Instead:* ${remedy}`).join('\n');
}
