import type { Scene } from './scene.ts';

const first = '        keys: list[str | bytes] = [app.secret_key]\n';
const empty = '        keys: list[str | bytes] = []\n';
const fallbacks = `
        if fallbacks := app.config["SECRET_KEY_FALLBACKS"]:
            keys.extend(fallbacks)

`;
const last = '        keys.append(app.secret_key)  # itsdangerous expects current key at top\n';

/** Flask 3.1.0 signed sessions with the oldest of its keys: issue 5690, mended in fb54159861708558b5f5658ebdc14709d984361c. */
export const flaskScene: Scene = {
  name: 'flask',
  begin: 'git checkout -q -b keys fb541598^ && git checkout -q fb541598 -- tests/test_basic.py',
  issueTitle: 'SECRET_KEY_FALLBACK not implemented correctly?',
  test: 'python3 -m pytest -q tests/test_basic.py',
  telling: /^(?:>|E) .*|^tests\/.*Error$|^\d+ (?:passed|failed)/,
  variables: { PYTHONPATH: 'src' },
  path: 'src/flask/sessions.py',
  mistaken: first + fallbacks,
  mended: empty + fallbacks + last,
  misplaced: empty + last + fallbacks,
  reason:
    'itsdangerous signs with the last key of the list, so the current key has to come after the fallbacks.',
};
