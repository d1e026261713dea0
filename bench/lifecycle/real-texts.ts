import { join } from 'node:path';
import { readJsonLines } from '../datasets/json-lines.ts';
import { readRuleLines } from '../recall/rule-cases.ts';
import { readFixHistories } from './replay-decay.ts';

export interface RealText {
  readonly type: 'fix' | 'project_fact' | 'command_result';
  readonly layer: 'procedural' | 'semantic' | 'episodic';
  readonly title: string;
  readonly content: string;
  /** Id by which a later fix of the same history can ask for it. */
  readonly fixId?: string;
}

const linesOfPiece = 3;
const longest = 600;

/** Texts of people and programs: fixes, rules, and as many pieces of build logs as it takes. */
export function readRealTexts(data: string, count: number): readonly RealText[] {
  const fixes = readFixHistories(data).flatMap(({ events }) =>
    events.map(({ id, subject, fix, files }): RealText => {
      const content = `${subject}\n${files.slice(0, 5).join(' ')}\n${fix}`.slice(0, longest);
      return { type: 'fix', layer: 'procedural', title: subject.slice(0, 100), content, fixId: id };
    }),
  );
  const rules = readRuleLines(data).map(({ rule }): RealText => {
    return {
      type: 'project_fact',
      layer: 'semantic',
      title: rule.slice(0, 100),
      content: rule.slice(0, longest),
    };
  });
  const texts = distinct([...fixes, ...rules]).slice(0, count);
  return distinct([...texts, ...piecesOfLogs(data, 2 * (count - texts.length))]).slice(0, count);
}

function piecesOfLogs(data: string, count: number): readonly RealText[] {
  const pieces: RealText[] = [];
  for (const { text } of readJsonLines<{ readonly text: string }>(
    join(data, 'failures', 'logchunks.jsonl.gz'),
  )) {
    const lines = text.split('\n').map((line) => line.trim());
    const telling = lines.filter((line) => line.length > 20 && /[a-z]{3}/i.test(line));
    for (let at = 0; at + linesOfPiece <= telling.length && pieces.length < count; at += linesOfPiece) {
      const content = telling
        .slice(at, at + linesOfPiece)
        .join('\n')
        .slice(0, longest);
      const title = content.slice(0, 100).split('\n', 1)[0] ?? '';
      pieces.push({ type: 'command_result', layer: 'episodic', title, content });
    }
  }
  return pieces;
}

function distinct(texts: readonly RealText[]): readonly RealText[] {
  const plain = (text: string) => text.toLowerCase().replaceAll(/\s+/g, ' ').trim();
  return [...new Map(texts.map((text) => [plain(text.content), text])).values()].filter(
    ({ content }) => content.trim() !== '',
  );
}
