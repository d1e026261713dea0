import type { TeamSearchAnswer } from '../../model/answers/team-answers.ts';
import type { ItemId } from '../../model/brands.ts';
import type { Team } from '../../model/team.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import type { TeamFindings } from '../../ports/team-hub.ts';
import { isSigned } from '../../teams/sign-operation.ts';
import { fieldsOf, textOf } from '../../text/json/fields.ts';
import { authorityOf } from './settle-team.ts';

/** Findings of a hub by signer; a hub checks nothing, so those that no member signed are left out and counted. */
export function proveFindings(
  store: MemoryStore,
  { id }: Team,
  { hits, facets, matched, isCut }: TeamFindings,
): TeamSearchAnswer {
  return store.read((reader) => {
    const authority = authorityOf(reader, id);
    const proved = hits.flatMap(({ operation, confirmations }) => {
      const member = authority.members.get(operation.machine);
      const words = fieldsOf(operation.body?.item);
      const { item, place = '', machine, hlc } = operation;
      if (member === undefined || item === undefined || !authority.isEffective(operation)) return [];
      if (operation.team !== id || !isSigned(operation, member.publicKey)) return [];
      const told = (name: string) => textOf(words[name]) ?? '';
      return {
        ...{
          item,
          title: told('title'),
          content: told('content'),
          type: told('type').toLowerCase(),
          place,
          machine,
        },
        ...{ member: member.name, atMs: hlc[0], confirmations },
        isHere: reader.item(item as ItemId) !== undefined,
      };
    });
    const counted = facets.map((one) =>
      one.facet === 'type' ? { ...one, value: one.value.toLowerCase() } : one,
    );
    return { hits: proved, unproved: hits.length - proved.length, facets: counted, matched, isCut };
  });
}
