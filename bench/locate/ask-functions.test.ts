import { describe, expect, it } from 'vitest';
import { functionFeatureNames } from '../../src/locate/rank-functions.ts';
import { type AskedFunctions, functionFigures, leaveOutFunctions } from './ask-functions.ts';

const noFeatures = Object.fromEntries(functionFeatureNames.map((name) => [name, 0]));

/** An answer whose functions stand in the order of the text, each with a smaller share of it. */
function answer(repo: string, gold: readonly string[], names: readonly string[]): AskedFunctions {
  return {
    issue: {
      instance_id: `${repo}-${names.join()}`,
      repo,
      base_commit: '',
      issue: '',
      functions: gold,
      ts: 0,
    },
    functions: names.map((name, at) => ({
      path: 'a.py',
      name,
      kind: 'function',
      line: at + 1,
      endLine: at + 1,
      confidence: 0.5 / (at + 1),
      evidence: [],
      features: { ...noFeatures, constant: 1, text: 1 / (at + 1) },
    })),
    files: [{ path: 'a.py', score: 1, confidence: 0.9, evidence: [], symbols: [] }],
  };
}

describe('figures of functions', () => {
  it('count a function whose inner one was changed, and miss one that is not there', () => {
    const asked = [
      answer('a/a', ['a.py::read.inner'], ['read', 'write']),
      answer('b/b', ['a.py::read', 'a.py::new'], ['read', 'write']),
    ];
    const figures = functionFigures(leaveOutFunctions(asked));
    expect(figures).toMatchObject({ function_hit_at_1: 1, function_acc_at_5: 0.5, function_acc_at_10: 0.5 });
    expect(figures.bm25_function_hit_at_1).toBe(1);
  });

  it('come from weights that the repository had no part in', () => {
    const upright = Array.from({ length: 20 }, () => answer('a/a', ['a.py::first'], ['first', 'second']));
    const reversed = Array.from({ length: 20 }, () => answer('b/b', ['a.py::second'], ['first', 'second']));
    expect(functionFigures(leaveOutFunctions([...upright, ...reversed])).function_hit_at_1).toBe(0);
  });
});
