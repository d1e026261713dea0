import { AfterwitError } from '../../model/errors.ts';
import { readStandardInput } from '../input/read-standard-input.ts';
import { renderSearch } from '../rendering/render-search.ts';
import type { Answer, Session } from '../session.ts';

export async function runSearchCommits(session: Session): Promise<Answer> {
  const { options } = session;
  const texts = await queryTexts(session);
  const opened = await session.memory();
  const search = await opened.searchCommits(texts, {
    asOf: options.asOf,
    topK: options.topK,
    minimumConfidence: options.minConfidence,
    files: options.files,
    explain: options.explain ?? false,
  });
  return { value: search, lines: (page) => renderSearch(search, page) };
}

async function queryTexts({ arguments: given, stdin }: Session): Promise<readonly string[]> {
  const piped = given.includes('-') ? await readStandardInput(stdin) : '';
  const texts = given.map((text) => (text === '-' ? piped : text)).filter((text) => text.trim() !== '');
  if (texts.length > 0) return texts;
  throw new AfterwitError(
    'INVALID_ARGUMENT',
    'The text to search for is empty. Describe the problem in words, as in: afterwit search-commits "login loops".',
  );
}
