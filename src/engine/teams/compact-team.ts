import type { MemoryStore } from '../../ports/memory-store.ts';
import type { TeamHub } from '../../ports/team-hub.ts';
import { mergeItem } from '../../teams/merge-item.ts';
import { authorityOf } from './settle-team.ts';

/**
 * Empties texts that were replaced before a time, at the hub and here. Every operation stays, with its identity and signature,
 * so both logs give the same memories, also after later operations. Only a revocation that reaches behind the replacing text
 * would need the emptied ones. Returns the number emptied.
 */
export async function compactTeam(
  id: string,
  hub: TeamHub,
  { store, beforeMs }: { readonly store: MemoryStore; readonly beforeMs: number },
): Promise<number> {
  const idle = store.read((reader) => {
    const authority = authorityOf(reader, id);
    const texts = reader.teamOperations({ team: id, kinds: ['text'] });
    // A machine cannot say that it wrote earlier than it did before: its times only grow.
    const latest = new Map<string, number>();
    const old = texts
      .toSorted((one, other) => one.seq - other.seq)
      .filter(({ machine, hlc: [atMs] }) => {
        latest.set(machine, Math.max(atMs, latest.get(machine) ?? 0));
        return (latest.get(machine) ?? 0) < beforeMs;
      });
    return [...Map.groupBy(old, ({ item }) => item).values()].flatMap(
      (told) => mergeItem(told, authority).replaced,
    );
  });
  // First: an operation emptied here is looked for no more.
  await hub.redactBodies(idle);
  await store.transact(
    (transaction) => {
      for (const operation of idle) transaction.emptyTeamOperation(id, operation);
    },
    { isOfTeam: true },
  );
  return idle.length;
}
