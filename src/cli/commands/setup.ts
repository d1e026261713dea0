import { AfterwitError } from '../../model/errors.ts';
import { renderSetup } from '../rendering/render-setup.ts';
import type { Answer, Session } from '../session.ts';

export async function runSetup({ options, setupAgent }: Session): Promise<Answer> {
  const { agent, home, repo } = options;
  if (agent === undefined) {
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      'setup must be told which agent to connect, as in: afterwit setup --agent claude-code. Add --dry-run to see first what would change.',
    );
  }
  const report = await setupAgent({
    agent,
    remove: options.remove ?? false,
    preview: options.dryRun ?? false,
    where: options.project ? 'project' : 'user',
    home,
    repository: repo,
  });
  return { value: report, lines: (page) => renderSetup(report, page) };
}
