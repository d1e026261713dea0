import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRecallRequest } from './parse-recall-request.ts';

describe('parseRecallRequest', () => {
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
    expect(parseRecallRequest(JSON.stringify(request))).toEqual(request);
  });

  it.each([
    ['', /not JSON/],
    ['{"query": ', /not JSON/],
    ['null', /not an object/],
    ['["x"]', /not an object/],
    ['"x"', /not an object/],
    ['{}', /neither "query" nor "failure"/],
    ['{"topK": 3}', /neither "query" nor "failure"/],
    ['{"query": 3}', /"query" must be a text/],
    ['{"query": "x", "topk": 3}', /no field "topk"; there are query, failure, files/],
    ['{"query": "x", "speaker": {"kind": "user", "name": "ada"}}', /no field "speaker"/],
    ['{"query": "x", "__proto__": {"topK": 3}}', /no field "__proto__"/],
    ['{"query": "x", "constructor": 1}', /no field "constructor"/],
    ['{"query": "x", "files": "a.ts"}', /"files" must be a list of texts/],
    ['{"query": "x", "files": [1]}', /"files" must be a list of texts/],
    ['{"query": "x", "moment": "later"}', /"moment" must be "asked" or "after_failure"/],
    ['{"query": "x", "topK": 0}', /"topK" must be a whole number/],
    ['{"query": "x", "topK": 1.5}', /"topK" must be a whole number/],
    ['{"query": "x", "disclosure": "all"}', /"disclosure" must be "index", "summary"/],
    ['{"query": "x", "budgetTokens": 1e9}', /"budgetTokens" must be a whole number/],
    ['{"failure": "it broke"}', /"failure" must be an object/],
    ['{"failure": null}', /"failure" must be an object/],
    ['{"failure": {"command": "make"}}', /"failure" lacks "output"/],
    ['{"failure": {"output": 1}}', /"failure.output" must be a text/],
    ['{"failure": {"output": "", "exitCode": "1"}}', /"failure.exitCode" must be a whole number/],
    ['{"failure": {"output": "", "stdout": ""}}', /no field "failure.stdout"; there are output, command/],
  ])('refuses %s', (json, message) => {
    expect(() => parseRecallRequest(json)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringMatching(message) }),
    );
  });

  it('gives an answer or INVALID_ARGUMENT for any JSON', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        try {
          expect(parseRecallRequest(json)).toEqual(JSON.parse(json));
        } catch (error) {
          expect(error).toMatchObject({ code: 'INVALID_ARGUMENT' });
        }
      }),
    );
  });
});
