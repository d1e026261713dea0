import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const names = ['anchor', 'bellows', 'candle', 'dynamo', 'engine', 'funnel', 'gasket', 'hammer'];
/** The subject of each file's code, also used in messages about other files. */
const subjects = [
  'rope frays under heavy tide',
  'leather cracks beneath winter frost',
  'wick smokes inside narrow glass',
  'copper sparks against loose brush',
  'piston knocks behind worn valve',
  'liquid spills around crooked spout',
  'rubber swells between greasy flanges',
  'handle splits above rusty wedge',
];

/**
 * A bare repository, removed by who asked for it, whose messages name their file by a word of its path, and otherwise speak of the code of another file:
 * a model that trusts code more than paths is misled.
 */
export function misleadingRepository(commitCount: number): string {
  const path = mkdtempSync(join(tmpdir(), 'afterwit-misleading-'));
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', path]);
  const first = names.map((name, file) => fileOf(name, file, 0));
  const commits = Array.from({ length: commitCount }, (_, at) => {
    const right = (at * 5) % names.length;
    const other = (right + 1 + (at % (names.length - 1))) % names.length;
    const message = `Wrong ${names[right]} whenever the ${subjects[other]} for round ${at}`;
    return commitOf(at + 1, message, [fileOf(names[right] ?? '', right, at + 1)]);
  });
  const history = [commitOf(0, 'Begin with everything that is needed', first), ...commits];
  execFileSync('git', ['-C', path, 'fast-import', '--quiet'], { input: `${history.join('\n')}\n` });
  return path;
}

function commitOf(at: number, message: string, files: readonly string[]): string {
  return [
    'commit refs/heads/main',
    `committer Ada <ada@example.org> ${1_600_000_000 + at * 86_400} +0000`,
    `data ${message.length}\n${message}`,
    ...files,
  ].join('\n');
}

function fileOf(name: string, file: number, round: number): string {
  const lines = Array.from({ length: 12 }, (_, line) => `    # ${subjects[file]} in line ${line}`);
  const text = `def run_part_${file}():\n${lines.join('\n')}\n    return ${round}\n`;
  return `M 100644 inline parts/${name}.py\ndata ${text.length}\n${text}`;
}
