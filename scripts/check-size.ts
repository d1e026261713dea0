// Holds the house to its size. Any commit may lower a limit; a commit that raises one says what the lines are for.
import { bytesOf, filesOf, linesOf, measureSize, wordsOf } from './size/measure-size.ts';

const { lines, isHeld } = measureSize('.', [
  { of: 'lines of src', most: 95_000, measure: linesOf('src/**/*.ts') },
  { of: 'files of src', most: 650, measure: filesOf('src/**/*.ts') },
  { of: 'lines of bench', most: 19_100, measure: linesOf('bench/**/*.ts') },
  { of: 'words of docs', most: 47_500, measure: wordsOf('docs/**/*.md') },
  { of: 'bytes of the README', most: 6_000, measure: bytesOf('README.md') },
]);
console.log(lines.join('\n'));
if (!isHeld) console.error('Remove as much as was added, or raise the limit and say in the commit what for.');
process.exitCode = isHeld ? 0 : 1;
