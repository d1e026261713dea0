import { factsOf } from '../../src/lifecycle/summarise-cluster.ts';
import { polarityOf } from '../../src/text/statements/denial.ts';
import { englishStopWords } from '../../src/text/stop-words.ts';

const edges = /^[^\p{L}\p{N}/\\_@=#$-]+|[^\p{L}\p{N}]+$/gu;

/** A right summary: of each note a line with the words of meaning and the facts that no note before it has. */
export function shortenNotes(notes: readonly string[]): string {
  const told = new Set<string>();
  return notes
    .map((note) => {
      const words = note.split(/\s+/).filter((word) => {
        const core = word.replace(edges, '').toLowerCase();
        const hasMeaning = !englishStopWords.has(core) || polarityOf(core) !== '';
        const isNew = core !== '' && hasMeaning && !told.has(core);
        told.add(core);
        return isNew;
      });
      const line = words.join(' ');
      return { note, line };
    })
    .map(({ note, line }, at, lines) => {
      const others = lines.map((one) => one.line).join('\n');
      const lost = factsOf(note).filter(
        (fact) => !others.includes(fact) && !lines.slice(0, at).some((one) => one.note.includes(fact)),
      );
      return [line, ...lost].filter((part) => part !== '').join(' ');
    })
    .filter((line) => line !== '')
    .join('\n');
}

/** Single faults of a model. */
const faults: readonly ((summary: string) => string)[] = [
  // A fact is lost.
  (summary) => summary.replace(factsOf(summary)[0] ?? '', ''),
  // A number is another one.
  (summary) => summary.replace(/\d+/, (number) => `${Number(number) + 1}`),
  // Facts of all notes stand together.
  (summary) => summary.replaceAll('\n', ' '),
  // Something is made up.
  (summary) => `${summary}\nRestart the kubelet daemon.`,
  // The opposite is said.
  (summary) => `${summary}\nnever`,
  // Half of it is missing.
  (summary) => summary.slice(0, summary.length / 2),
];

export function spoilSummary(summary: string, random: () => number): string {
  return faults[Math.floor(random() * faults.length)]?.(summary) ?? '';
}
