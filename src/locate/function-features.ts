/**
 * Features of a function, in the order of their weights: log odds that the change touches it. Weights are fitted by `npm run
 * bench -- locate-functions` on issues of ten repositories (docs/research/locate.md).
 */
export const functionFeatures = {
  /** The feature 1. */
  constant: -5,
  /** Log odds of the file's confidence. */
  file: 0.36,
  /** ln(functions of the file): where there are many, each is less likely. */
  siblings: -0.46,
  /** BM25 of the whole text, ÷ the best function's of all files. */
  text: 1.2,
  /** BM25 of the whole text, ÷ the best function's of its own file: files of hard words do not drown the others. */
  textInFile: 2.56,
  /** BM25 of the title, ÷ the best function's of all files. */
  title: 1.24,
  /** Share of its name's words that the title has. */
  nameInTitle: 0.84,
  /** 1 ÷ place among the file's symbols to look at first: those that the text names, then the best chunk's. */
  symbol: 0.88,
} as const satisfies Readonly<Record<string, number>>;

export type FunctionFeature = keyof typeof functionFeatures;

export const functionFeatureNames = Object.keys(functionFeatures) as readonly FunctionFeature[];
