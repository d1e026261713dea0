import { profileFailure } from '../query/profile-failure.ts';

/** A failure of tools in several languages, so that the reader of each is compiled. */
const output = `$ npm test
  File "/srv/kiln/glaze.py", line 12, in fire
    raise KilnError("glaze 7 is too thick")
kiln.errors.KilnError: glaze 7 is too thick
    at fire (/srv/kiln/src/glaze.js:12:5)
TypeError: Cannot read properties of undefined (reading 'heat')
src/glaze.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.
FAILED tests/test_glaze.py::test_fire - AssertionError: assert 3 == 4
npm error code ELIFECYCLE
`;

/**
 * Reads an invented failure, so that the first real one need not wait until the code that reads failures and
 * finds secrets is compiled. Does nothing else.
 */
export function rehearseFailure(): void {
  profileFailure({ command: 'npm test', output, exitCode: 1 });
}
