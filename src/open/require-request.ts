import { AfterwitError } from '../model/errors.ts';

/**
 * Hands on the request of a call, for callers without types.
 *
 * @throws INVALID_ARGUMENT for what is no object
 */
export function requireRequest<Request>(request: Request, example: string): Request {
  if (typeof request === 'object' && request !== null && !Array.isArray(request)) return request;
  throw new AfterwitError('INVALID_ARGUMENT', `The request is no object. Call ${example}.`);
}
