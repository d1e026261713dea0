import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openGitTeamHub } from '../../../src/adapters/git/open-git-team-hub.ts';
import { exampleTeam } from '../../fakes/team-operations.ts';
import { describeTeamHub } from './team-hub-contract.ts';

for (const layout of ['refs', 'branches'] as const) {
  describeTeamHub(`git, in ${layout}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'afterwit-hub-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const url = join(folder, 'remote.git');
    execFileSync('git', ['init', '--quiet', '--bare', url]);
    let clones = 0;
    return {
      open: () =>
        openGitTeamHub({
          ...{ executable: 'git', url, team: exampleTeam, layout },
          directory: join(folder, `mirror-${clones++}.git`),
        }),
    };
  });
}
