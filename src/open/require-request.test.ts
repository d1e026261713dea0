import { expect, it } from 'vitest';
import { requireRequest } from './require-request.ts';

it('hands on an object', () => {
  const request = { content: 'Use tabs' };
  expect(requireRequest(request, 'remember({ content })')).toBe(request);
});

it.each(['Use tabs', undefined, null, 3, ['Use tabs']])('says what to call instead of %j', (request) => {
  expect(() => requireRequest(request, 'remember({ content })')).toThrow(
    expect.objectContaining({
      code: 'INVALID_ARGUMENT',
      message: 'The request is no object. Call remember({ content }).',
    }),
  );
});
