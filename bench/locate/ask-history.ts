import { pathRole } from '../../src/text/path-role.ts';
import { countTerms } from '../../src/text/terms.ts';
import { rankTexts, type TermCounts } from '../datasets/rank-texts.ts';
import { goldRanks, methodTable, prefixed, rankFigures } from '../reporting/gold-ranks.ts';
import type { SuiteOptions, SuiteReport } from '../suite.ts';
import { type HistoryQuestion, historyQuestions } from './history-questions.ts';
import { readBlobs, runGit } from './run-git.ts';
import { askAll, visitRepositories } from './visit-repositories.ts';

/** Everything that is in any tree. */
const everyFile = 1_000_000;
/** Fewer are a stray file of another language. */
const fewestOfLanguage = 20;

interface Asked {
  readonly question: HistoryQuestion;
  readonly files: readonly string[];
  /** By BM25 over whole files. */
  readonly plain: readonly string[];
}

/** Past fixes in any language, beside plain BM25; no ranker was trained on these repositories. */
export async function askHistory(options: SuiteOptions): Promise<SuiteReport> {
  const { repositories, questions: count, seed } = options;
  const questions = [...repositories].flatMap(([name, path]) => historyQuestions(path, name, count, seed));
  const asked = await visitRepositories(questions, options, async (memory, own, path) => {
    const rankPlainly = openPlainSearch(path);
    return await askAll(own, async (question): Promise<Asked> => {
      const { base_commit: asOf, problem_statement: text } = question;
      // Explained, an answer in doubt is whole too.
      const asking = { asOf, topK: everyFile, explain: true, weights: 'shipped' } as const;
      const { files } = await memory.locate(text, asking);
      return { question, files: files.map((file) => file.path), plain: rankPlainly(asOf, text) };
    });
  });
  const languages = [...Map.groupBy(asked, ({ question }) => question.language)]
    .filter(([, { length }]) => length >= fewestOfLanguage)
    .sort(([a], [b]) => a.localeCompare(b));
  const groups = [['all', asked] as const, ...languages].map(([name, own]) => {
    const ranks = (of: (one: Asked) => readonly string[]) =>
      own.map((one) => goldRanks(of(one), one.question.gold_files));
    return { name, afterwit: ranks(({ files }) => files), plain: ranks(({ plain }) => plain) };
  });
  return {
    cases: asked.length,
    figures: Object.assign({}, ...groups.map(({ name, afterwit }) => prefixed(name, rankFigures(afterwit)))),
    tables: groups.map(({ name, afterwit, plain }) =>
      methodTable(`${name}: ${afterwit.length} questions`, [
        { name: 'afterwit', ranks: afterwit },
        { name: 'plain BM25 over files', ranks: plain },
      ]),
    ),
  };
}

/** Source files of a commit's tree, best first. Each blob is read once, whatever trees it is in. */
function openPlainSearch(gitDirectory: string): (commit: string, query: string) => readonly string[] {
  const known = new Map<string, TermCounts>();
  return (commit, query) => {
    const files = runGit(gitDirectory, ['ls-tree', '-r', '-z', commit])
      .split('\0')
      .flatMap((row) => {
        const [, blob = '', path = ''] = /^100\d+ blob (\S+)\t(.*)$/s.exec(row) ?? [];
        return path !== '' && pathRole(path) === 'source' ? [{ path, blob }] : [];
      });
    const unread = new Set(files.map(({ blob }) => blob).filter((blob) => !known.has(blob)));
    for (const blob of unread) known.set(blob, new Map());
    readBlobs(gitDirectory, [...unread], (blob, text) => known.set(blob, countTerms(text)));
    const texts = files.map(({ blob }) => known.get(blob) ?? new Map());
    return rankTexts(query, texts).map((at) => files[at]?.path ?? '');
  };
}
