import type { KnownRepository } from '../../model/repository.ts';
import { formatDate } from '../../wording/format-date.ts';
import { alignColumns, indentLines } from '../terminal/layout.ts';
import { type Line, line, span } from '../terminal/line.ts';
import { blank, labelled, type Page } from './page.ts';

/** Answer of `repo link` and `repo split`: the repository to which the clone belongs now. */
export function renderRepository(repository: KnownRepository, page: Page): readonly Line[] {
  return [
    line(span(repository.name, 'bold'), '  ', span(repository.id, 'yellow')),
    ...labelled('known', [`since ${formatDate(repository.createdAtMs, page.nowMs)}`], page, 2),
    ...repository.evidence
      // Numbers of a file system tell a person nothing.
      .filter(({ kind }) => kind !== 'directory')
      .flatMap(({ kind, value }) => labelled(kind, [value], page, 2)),
  ];
}

/** Answer of `repo show`. */
export function renderRepositories(
  current: KnownRepository,
  all: readonly KnownRepository[],
  page: Page,
): readonly Line[] {
  const others = all.filter(({ id }) => id !== current.id);
  if (others.length === 0) return renderRepository(current, page);
  const rows = others.map(({ id, name, evidence }) => {
    const place =
      evidence.find(({ kind }) => kind === 'remote') ?? evidence.find(({ kind }) => kind === 'path');
    return [line(span(id, 'yellow')), line(name), line(span(place?.value ?? '', 'dim'))];
  });
  return [
    ...renderRepository(current, page),
    blank,
    line(span('Other repositories', 'dim')),
    ...indentLines(alignColumns(rows), 2),
  ];
}
