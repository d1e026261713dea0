import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readInput } from './check-input.ts';
import { recall } from './operations/recall.ts';

const { speaker: _, ...fields } = recall.input;

/** As the terminal reads `--request`, and a server what an agent hands over. */
function read(json: string): unknown {
  return readInput('recall', fields, JSON.parse(json), { strict: true, older: true });
}

describe('a strict reading of an input', () => {
  it.each([
    { query: 'how are releases made' },
    { failure: { output: '' } },
    {
      query: 'x',
      failure: { output: 'x', command: 'make', exitCode: -1, worktree: '/w' },
      files: ['a.ts'],
      moment: 'asked',
      budgetTokens: 300,
      topK: 1,
    },
  ])('takes %j', (request) => {
    expect(read(JSON.stringify(request))).toEqual(request);
  });

  it.each([
    ['null', /must be an object/],
    ['["x"]', /must be an object/],
    ['"x"', /must be an object/],
    ['{"query": "x", "budget": "many"}', /budgetTokens must be a whole number/],
    ['{"query": 3}', /query must be text/],
    ['{"query": "x", "topk": 3}', /no field "topk"; there are query, failure, files/],
    ['{"query": "x", "speaker": {"kind": "user", "name": "ada"}}', /no field "speaker"/],
    ['{"query": "x", "__proto__": {"topK": 3}}', /no field "__proto__"/],
    ['{"query": "x", "constructor": 1}', /no field "constructor"/],
    ['{"query": "x", "files": "a.ts"}', /files must be a list, of text each/],
    ['{"query": "x", "files": [1]}', /files must be a list, of text each/],
    ['{"query": "x", "moment": "later"}', /moment must be one of "asked", "after_failure"/],
    ['{"query": "x", "topK": 0}', /topK must be a whole number/],
    ['{"query": "x", "topK": 1.5}', /topK must be a whole number/],
    ['{"query": "x", "disclosure": "all"}', /disclosure must be one of "index", "summary"/],
    ['{"query": "x", "budgetTokens": 1e9}', /budgetTokens must be a whole number/],
    ['{"failure": "it broke"}', /failure must be an object/],
    ['{"failure": null}', /failure must be an object/],
    ['{"failure": {"command": "make"}}', /failure.output must be text, and is missing/],
    ['{"failure": {"output": 1}}', /failure.output must be text/],
    ['{"failure": {"output": "", "exitCode": "1"}}', /failure.exitCode must be a whole number/],
    ['{"failure": {"output": "", "stdout": ""}}', /no field "failure.stdout"; there are command, output/],
  ])('refuses %s', (json, message) => {
    expect(() => read(json)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringMatching(message) }),
    );
  });

  it('takes a name of before, and tells a program the new one', () => {
    expect(read('{"query": "x", "budget": 300}')).toEqual({ query: 'x', budgetTokens: 300 });
    expect(() => readInput('recall', fields, { query: 'x', budget: 300 })).toThrow(
      'recall cannot be called like this: budget is called budgetTokens now.',
    );
  });

  it('never repeats a value', () => {
    expect(() => read('{"query": {"a": "s3cret"}}')).toThrow(/^(?!.*s3cret)/);
  });

  it('gives an answer or INVALID_ARGUMENT for any JSON', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        try {
          expect(read(json)).toEqual(JSON.parse(json));
        } catch (error) {
          expect(error).toMatchObject({ code: 'INVALID_ARGUMENT' });
        }
      }),
    );
  });
});
