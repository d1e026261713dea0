import { expect, it } from 'vitest';
import { countHooksToReview } from './setup-notes.ts';

/** Two definitions, and the hashes that Codex 0.169.0 (`hooks/list` of its app server) gave them. */
const hooks = JSON.stringify({
  hooks: {
    PreToolUse: [
      {
        matcher: 'apply_patch',
        hooks: [
          {
            type: 'mcp_tool',
            server: 'afterwit',
            tool: 'hook',
            timeout: 5,
            input: { agent: 'codex' },
          },
        ],
      },
    ],
    Stop: [
      { hooks: [{ type: 'command', command: 'echo done', timeout: 5 }] },
      {
        hooks: [
          { type: 'command', command: '/n/node /p/dist/hooks/claude-code.js --agent codex', timeout: 5 },
        ],
      },
    ],
  },
});
const hashes = {
  'pre_tool_use:0:0': 'sha256:b98023f5bdf713c2dfe9eb5788e3be45eecd9335f8217cb8d5ef97dd4e2c98bb',
  'stop:1:0': 'sha256:e855b375fcf418b3d1169a53da8a67ed3a2ef9d9e0d77a9130b7d3f45cc3b381',
} as const;
const reviewed = (place: string, hash: string, more = '') =>
  `[hooks.state."/home/ada/.codex/hooks.json:${place}"]\ntrusted_hash = "${hash}"\n${more}\n`;

it('counts our hooks that Codex has not been told to trust as they are', () => {
  expect(countHooksToReview(hooks, 'model = "x"\n')).toBe(2);
  const [pre, stop] = Object.entries(hashes).map(([place, hash]) => reviewed(place, hash));
  expect(countHooksToReview(hooks, `[hooks.state]\n\n${pre}`)).toBe(1);
  expect(countHooksToReview(hooks, `${pre}\n${stop}[other]\na = [1]\n`)).toBe(0);
  // Reviewed as it was before it changed, or in another place.
  expect(countHooksToReview(hooks, reviewed('stop:1:0', 'sha256:old') + pre)).toBe(1);
  expect(countHooksToReview(hooks, reviewed('stop:0:0', hashes['stop:1:0']) + pre)).toBe(1);
  // Switched off by the user.
  expect(countHooksToReview(hooks, reviewed('stop:1:0', 'sha256:old', 'enabled = false') + pre)).toBe(0);
  expect(countHooksToReview('{}', '')).toBe(0);
});
