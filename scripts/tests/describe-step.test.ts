import { describe, expect, test } from 'vitest';
import { describeStep, type EndedStep } from './describe-step.ts';
import { exampleFile, exampleRoot } from './example-file.ts';

const describeEnded = (step: Partial<EndedStep>) =>
  describeStep({ name: 'pinned', status: 1, output: '', ...step }, exampleRoot);

describe('what is said of a step', () => {
  test('is nothing when it passed', () => {
    const report = { testResults: [exampleFile({ results: ['passed', 'skipped'] })] };
    expect(describeEnded({ status: 0, output: 'a\nb', report })).toEqual([]);
  });

  test('is each failed test with its file, groups, error and place', () => {
    const stack = [
      'AssertionError: \u001b[31mexpected\u001b[39m 1 to be 2',
      '    at run (/project/node_modules/runner/run.js:1:1)',
      '    at file:///project/src/room/door.test.ts:7:3',
      '    at /project/src/room/other.ts:9:1',
    ].join('\n');
    const results = [
      { ancestorTitles: ['', 'a door'], failureMessages: [stack] },
      'passed',
      { title: 'shuts', failureMessages: ['Error: stuck'] },
    ];
    const report = { testResults: [exampleFile({ status: 'failed', results })] };
    expect(describeEnded({ report }).slice(1)).toEqual([
      'FAILED src/room/door.test.ts > a door > opens',
      '  AssertionError: expected 1 to be 2',
      '  at src/room/door.test.ts:7:3',
      'FAILED src/room/door.test.ts > shuts',
      '  Error: stuck',
    ]);
  });

  test('is a failed test even if the step claims to have passed', () => {
    const report = { testResults: [exampleFile({ status: 'failed', results: ['failed'] })] };
    expect(describeEnded({ status: 0, report })).toContain('FAILED src/room/door.test.ts > opens');
  });

  test('is a file that failed outside its tests', () => {
    const broken = exampleFile({ status: 'failed', message: 'Cannot find module\nhere' });
    expect(describeEnded({ report: { testResults: [broken] } }).slice(1)).toEqual([
      'FAILED src/room/door.test.ts, outside its tests',
      '  Cannot find module',
    ]);
  });

  test('is a hook of a group that threw, whose error stands in the output alone', () => {
    const report = { testResults: [exampleFile({ status: 'failed', results: ['passed', 'skipped'] })] };
    const output = '\u001b[31m FAIL \u001b[39m rooms  src/room/door.test.ts > a door\nError: no hinge\n';
    expect(describeEnded({ output, report }).slice(1)).toEqual([
      'FAILED src/room/door.test.ts, outside its tests',
      '  Error: no hinge',
    ]);
    expect(describeEnded({ report }).at(-1)).toBe('  no error was reported');
  });

  test('is the parts of a check that failed, without those that passed', () => {
    const output = [
      ...['', '── types ─────', 'all good', 'passed in 1.0 s'],
      ...['', '── commits ───', 'abc wip', '1 subjects, 1 faults', 'FAILED in 0.3 s'],
      ...['', '── build ─────', 'built', 'passed in 2.0 s', '', 'failed: commits', ''],
    ].join('\n');
    expect(describeEnded({ output }).slice(1)).toEqual([
      '── commits ───',
      'abc wip',
      '1 subjects, 1 faults',
      'FAILED in 0.3 s',
    ]);
  });

  test('is the end of the output where no test failed: an error outside all tests, a run that was killed', () => {
    const output = Array.from({ length: 50 }, (_, index) => `line ${index + 1}`).join('\n');
    const report = { testResults: [exampleFile({ results: ['passed'] })] };
    for (const ended of [describeEnded({ output, report }), describeEnded({ output })]) {
      expect(ended).toHaveLength(31);
      expect(ended[0]).toContain('pinned: ended with status 1');
      expect(ended.at(-1)).toBe('line 50');
    }
  });
});
