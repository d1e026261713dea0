import type { KnownRepository } from '../../model/repository.ts';
import { renderRepositories, renderRepository } from '../rendering/render-repository.ts';
import type { Answer, Session } from '../session.ts';

export async function runRepoShow({ memory }: Session): Promise<Answer> {
  const { repositories } = await memory();
  const [current, all] = await Promise.all([repositories.current(), repositories.all()]);
  return { value: { current, all }, lines: (page) => renderRepositories(current, all, page) };
}

export async function runRepoLink({ memory, arguments: [id = ''] }: Session): Promise<Answer> {
  const { repositories } = await memory();
  return toAnswer(await repositories.link(id));
}

export async function runRepoSplit({ memory }: Session): Promise<Answer> {
  const { repositories } = await memory();
  return toAnswer(await repositories.split());
}

function toAnswer(repository: KnownRepository): Answer {
  return { value: repository, lines: (page) => renderRepository(repository, page) };
}
