import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import type { Memory } from '../../src/index.ts';
import { termsOf } from '../../src/text/terms.ts';
import { type IssueCase, readIssueCases } from '../datasets/issue-cases.ts';
import { goldRanks } from '../reporting/gold-ranks.ts';
import { type Figure, notRun, type Suite } from '../suite.ts';
import { describeMissClasses } from './classify-miss.ts';
import { describeHotFiles, hotFileCount } from './describe-hot-files.ts';
import { describeLookAlikes, type EntityOutcome, findLookAlikes } from './find-look-alikes.ts';
import { allGoldCount, pairedDepth } from './locate-figures.ts';
import { methodTable } from './method-table.ts';
import { openTokenSearch, type TokenSearch } from './token-search.ts';
import { type LocateTrace, traceCase } from './trace-cases.ts';
import { visitRepositories } from './visit-repositories.ts';

/** Ways of cutting text, for the same BM25 over whole files. */
const tokenisers = {
  whitespace: (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean),
  BPE: (text: string) => encode(text).map(String),
  identifiers: termsOf,
};

type TokenName = keyof typeof tokenisers;

interface Examined {
  readonly issue: IssueCase;
  readonly trace: LocateTrace;
  readonly hotFiles: ReadonlySet<string>;
  readonly plain: Readonly<Record<TokenName, readonly string[]>>;
  readonly entity?: EntityOutcome;
}

/** Which files the issue's answer is hot, what is taken for it, why it is missed, and what would be if text were cut otherwise. */
export const locateQuestionsSuite: Suite = {
  description: 'where locate errs, and why',
  options: ['dataset', 'data', 'repos', 'limit'],
  async run(options) {
    const cases = readIssueCases(options.datasets).filter(({ repo }) => options.repositories.has(repo));
    const examined: Examined[] = [];
    await visitRepositories(cases.slice(0, options.limit), options, async (memory, own, path) => {
      const search = openTokenSearch(path, tokenisers);
      for (const issue of own) examined.push(...(await examine(memory, issue, path, search)));
    });
    const traces = examined.map(({ trace }) => trace);
    const entities = examined.flatMap(({ entity }) => (entity === undefined ? [] : [entity]));
    return {
      cases: examined.length,
      figures: figuresOf(examined, entities),
      tables: [
        describeLookAlikes(entities, examined.length),
        ...describeHotFiles(examined),
        describeMissClasses(traces),
        methodTable(`Plain BM25 over whole files, ${examined.length} issues, by what a token is`, [
          {
            name: 'afterwit',
            ranks: examined.map(({ trace }) => goldRanks(trace.files, trace.issue.gold_files)),
          },
          ...(Object.keys(tokenisers) as TokenName[]).map((name) => ({
            name,
            ranks: examined.map(({ issue, plain }) => goldRanks(plain[name], issue.gold_files)),
          })),
        ]),
      ],
    };
  },
};

function figuresOf(
  examined: readonly Examined[],
  entities: readonly EntityOutcome[],
): Readonly<Record<string, Figure>> {
  const wrong = entities.reduce((sum, { wrongPlaces }) => sum + (wrongPlaces.afterwit?.length ?? 0), 0);
  const accuracy = (name: TokenName) =>
    allGoldCount(
      examined.map(({ issue, plain }) => goldRanks(plain[name], issue.gold_files)),
      pairedDepth,
    ) / examined.length;
  return {
    wrong_entity_rate_at_5: entities.length === 0 ? notRun : wrong / (pairedDepth * entities.length),
    whitespace_acc_at_5: accuracy('whitespace'),
    bpe_acc_at_5: accuracy('BPE'),
    identifiers_acc_at_5: accuracy('identifiers'),
  };
}

/** Files of any kind are hot; those that are not candidates are passed over. */
const mostHotspots = 100_000;

async function examine(
  memory: Memory,
  issue: IssueCase,
  gitDirectory: string,
  search: TokenSearch<TokenName>,
): Promise<readonly Examined[]> {
  const trace = await traceCase(memory, issue);
  if (trace === undefined) return [];
  const { base_commit: commit, problem_statement: text, gold_files: gold } = issue;
  const candidates = new Set(trace.files);
  const { hotspots } = await memory.hotspots({ asOf: commit, limit: mostHotspots });
  const hot = hotspots.map(({ path }) => path).filter((path) => candidates.has(path));
  const plain = search.rankFiles(commit, text);
  const rankings = { afterwit: trace.files, 'plain BM25': plain.identifiers };
  const entity = findLookAlikes({ gitDirectory, commit, text, gold, rankings });
  const hotFiles = new Set(hot.slice(0, hotFileCount));
  return [{ issue, trace, hotFiles, plain, ...(entity === undefined ? {} : { entity }) }];
}
