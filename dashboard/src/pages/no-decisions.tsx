import { Empty } from '../later-parts.tsx';

/** The next step where no decision is listed. */
export function NoDecisions({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered)
    return (
      <Empty title="No decision is like this">
        <p>
          <a href="/?page=timeline">Show all</a>
        </p>
      </Empty>
    );
  return (
    <Empty title="Nothing was decided yet">
      <p>
        Connect an agent with <code>afterwit setup</code>, or ask yourself:{' '}
        <code>afterwit recall "how are releases made"</code>. Each answer, and each silence, is then listed
        here.
      </p>
    </Empty>
  );
}
