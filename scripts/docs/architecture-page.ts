import { posix } from 'node:path';
import { rules } from '../../.dependency-cruiser.mjs';
import { type Floor, floors, programs, rooms, roomsBelow } from '../../architecture.mjs';
import { type Page, renderTable, replaceRegion } from './page.ts';

/** The regions of `docs/architecture.md` that follow from the map. */
export const architecturePage: Page = {
  path: 'docs/architecture.md',
  render: (current) => {
    const regions = {
      diagram: renderDiagram(),
      floors: renderFloors(),
      rooms: renderRooms(),
      programs: renderPrograms(),
      rules: renderRules(),
    };
    return Object.entries(regions).reduce((page, [name, text]) => replaceRegion(page, name, text), current);
  },
};

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
  return rooms.map(({ path, question }) => `- [\`${path}/\`](../${path}): ${question}`).join('\n');
}

/** What each floor may import, besides its own room. */
function renderFloors(): string {
  const rows = floorsInUse().map((floor) => {
    const { title, imports, files, reason } = floors[floor];
    const names = [...imports, ...files.map((file) => `\`${readable(file)}\``)];
    return [title, names.join(', ') || 'nothing', reason];
  });
  return renderTable(['floor', 'may import', 'why'], rows);
}

function readable(pattern: string): string {
  return pattern.replaceAll('[.]', '.').replaceAll('[^/]+', '*').replace(/^\^/, '').replace(/\$$/, '');
}

function renderPrograms(): string {
  return renderTable(
    ['room', 'question'],
    programs.map(({ path, question }) => [`\`${path}/\``, question]),
  );
}

function renderRules(): string {
  return rules.map(({ name }) => `\`${name}\``).join(', ');
}
