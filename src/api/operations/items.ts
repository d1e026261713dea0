import { freshnessLevels, itemStatuses, itemTypes, standaloneKinds } from '../../model/memory-item.ts';
import { type Scope, trustLevels } from '../../model/provenance.ts';
import { changeOf, wordingOf } from '../../open/home-context.ts';
import { type BodyName, itemOrders } from '../../ports/memory-store.ts';
import { content, id, limit, preview, seen, speaker, where } from '../common-fields.ts';
import { choice, choices, count, flag, text, texts } from '../field.ts';
import { ofHome } from '../operation.ts';

const activeOnly = ['active'] as const;

/** Memories, newest first. */
export const list = ofHome({
  name: 'list',
  reads: true,
  summary: 'List memories, newest first.',
  answer: 'ItemList',
  input: {
    where: where('Include other repositories.'),
    types: choices(itemTypes, `Only memories of this type: ${itemTypes.join(', ')}.`, {
      placeholder: 'TYPE',
      flag: 'type',
    }),
    statuses: choices(itemStatuses, `Only memories of this status: ${itemStatuses.join(', ')}.`, {
      placeholder: 'STATUS',
      flag: 'status',
      byDefault: 'active',
    }),
    limit: limit('Most entries to show.', { byDefault: '50' }),
  },
  terminal: {
    words: ['list'],
    otherNames: ['ls', 'memories'],
    details:
      'Lists the memories that a recall here would read: those of this repository, of the user, and global ones.',
    examples: {
      'afterwit list': 'What is known here?',
      'afterwit list --all --type preference': 'Preferences of all repositories and scopes.',
    },
  },
  run: async ({ where = 'here', types, statuses = activeOnly, limit: most = 50 }, { store, here }) => {
    const scopes = where === 'here' ? here().scopes : undefined;
    const filter = { kinds: standaloneKinds, statuses, types, scopes } as const;
    return store.read((reader) => reader.itemWindow(filter, { order: 'newest', offset: 0, limit: most }));
  },
});

/**
 * Memories without their texts, from any place in the list, with how many there are by each choice: to look through all of them.
 * Default limit: 100.
 */
export const browse = ofHome({
  name: 'browse',
  reads: true,
  summary: 'List memories from any place in the list, with counts by what they can be told apart by.',
  answer: 'ItemBrowse',
  input: {
    text: text('Only memories whose title or text holds this, or whose id begins so.'),
    scopes: texts('Only memories of these scopes.'),
    bodies: texts('Only memories with these bodies; `none` is a lesson without one.'),
    types: choices(itemTypes, 'Only memories of these types.'),
    trusts: choices(trustLevels, 'Only memories that are believed so far.'),
    statuses: choices(itemStatuses, 'Only memories of these statuses.'),
    sources: texts('Only memories that came through these interfaces.'),
    freshness: choices(
      freshnessLevels,
      'Only memories about files of the repository here, which are so now.',
    ),
    order: choice(itemOrders, 'What comes first.', { byDefault: 'newest' }),
    offset: count('Memories to leave out at the beginning.', { byDefault: '0', least: 0 }),
    limit: limit('Most memories of one part.', { byDefault: '100' }),
  },
  run: async (
    { order = 'newest', offset = 0, limit: most = 100, scopes, bodies, ...filter },
    { store, here, confined, clock },
  ) => {
    const { browseItems } = await import('../../engine/items/browse-items.ts');
    const { groupByFreshness } = await import('../../engine/items/browse-items.ts');
    const place = here();
    const known = confined ? place.scopes : undefined;
    const among = scopes?.filter((scope) => known === undefined || known.includes(scope as Scope)) ?? known;
    const narrowed = {
      ...filter,
      scopes: among as readonly Scope[] | undefined,
      bodies: bodies as readonly BodyName[] | undefined,
    };
    return store.read((reader) => {
      const fresh = groupByFreshness(reader, store, { ...place, nowMs: clock.nowMs() });
      return browseItems(reader, narrowed, { order, offset, limit: most }, fresh);
    });
  },
});

/** @throws ITEM_NOT_FOUND */
export const show = ofHome({
  name: 'show',
  reads: true,
  summary: 'Show one memory in full.',
  answer: 'ItemView',
  input: {
    id,
  },
  takes: ['id'],
  terminal: {
    words: ['show'],
    examples: { 'afterwit show 5e6f7a8b': 'All that is known of it.' },
  },
  run: async ({ id }, { store, clock, here }) => {
    const { viewItem } = await import('../../engine/items/browse-items.ts');
    return store.read((reader) => viewItem(reader, id, { ...here(), nowMs: clock.nowMs() }));
  },
});

/** Returns a memory's texts, its predecessors and successors, and its outcomes. @throws ITEM_NOT_FOUND */
export const history = ofHome({
  name: 'history',
  reads: true,
  summary: 'Show what a memory said before, what it replaced and what came of it.',
  answer: 'ItemHistory',
  input: {
    id,
  },
  takes: ['id'],
  terminal: {
    words: ['history'],
    details:
      'A text that a person changed (edit, review approve --content) is kept with the time it held and who said it.',
    examples: { 'afterwit history 5e6f7a8b': 'How did it come to say this?' },
  },
  run: async ({ id }, { store }) => {
    const { itemHistory } = await import('../../engine/items/browse-items.ts');
    return store.read((reader) => itemHistory(reader, id));
  },
});

/**
 * Gives a memory another text in the name of a person: new words, or with `restore` those of a version from `history`. The text it
 * had is kept as a version.
 * @throws ITEM_NOT_FOUND, NEEDS_PERSON, INVALID_ARGUMENT when nothing would change, and for memories of files or out of use
 */
export const edit = ofHome({
  name: 'edit',
  summary: 'Give a memory another text; the one it had is kept.',
  answer: 'EditedItem',
  input: {
    id,
    content,
    title: text('Title, one line.', { placeholder: 'TEXT', byDefault: 'the beginning of the text' }),
    restore: text('Bring back this earlier text, by its id in history.', { placeholder: 'VERSION' }),
    hard: flag('Stop the calls of an agent that change its files.'),
    seen,
    speaker,
  },
  takes: ['id'],
  terminal: {
    words: ['edit'],
    otherNames: ['update'],
    details: [
      'Only a person may do this. What a person types is believed; an unvouched fix of a failure waits for review as before, because its failure is told in the words of another speaker.',
      'What stands in a rule file is changed there. To bring a text back, name its version, which history lists: it is believed as far as it was then.',
    ],
    examples: {
      'afterwit edit 5e6f7a8b --content "Run the build before the tests"': 'It says this from now on.',
      'afterwit edit 5e6f7a8b --restore 9c0d1e2f': 'It says again what it said before.',
    },
  },
  run: async ({ id, speaker, ...edit }, home) => {
    const { editItem } = await import('../../engine/items/edit-item.ts');
    return await editItem(changeOf(home, id, speaker), edit, wordingOf(home));
  },
});

/**
 * A person puts a memory away: no answer has it, and `undo` fetches it back, as it does those archived for their age.
 * @throws ITEM_NOT_FOUND, NEEDS_PERSON, INVALID_ARGUMENT
 */
export const archive = ofHome({
  name: 'archive',
  summary: 'Put a memory away: no answer has it, and it can be fetched back.',
  answer: 'MemoryItem',
  input: {
    id,
    undo: flag('Fetch it back.'),
    speaker,
  },
  takes: ['id'],
  terminal: {
    words: ['archive'],
    otherNames: ['hide', 'unarchive'],
    details:
      'Only a person may do this. What `maintain` put away for its age is fetched back in the same way; what a summary took the place of comes back when the summary is rejected.',
    examples: {
      'afterwit archive 5e6f7a8b': 'Do not show it any more.',
      'afterwit archive 5e6f7a8b --undo': 'Show it again.',
    },
  },
  run: async ({ id, undo, speaker }, home) => {
    const { archiveItem, fetchBackItem } = await import('../../engine/items/forget-items.ts');
    const change = changeOf(home, id, speaker);
    return undo ? await fetchBackItem(change) : await archiveItem(change);
  },
});

/**
 * Forgets memories with everything derived from them: terms, links, outcomes, backups. They are named by exactly one of `ids`,
 * `origin` (with its sessions) and `text` (that they hold, case aside).
 * @throws ITEM_NOT_FOUND when an id is unknown, NEEDS_PERSON for memories said or vouched for by a person; nothing is
 * forgotten then
 */
export const forget = ofHome({
  name: 'forget',
  summary: 'Forget memories, with everything derived from them.',
  answer: 'ForgottenItems',
  input: {
    ids: texts('Id of a memory, at least 4 digits.', { placeholder: 'ID', flag: 'id' }),
    origin: text(
      'All memories of this origin, as show prints it; mcp:claude-code includes all its sessions.',
      { placeholder: 'ORIGIN' },
    ),
    text: text('All memories whose title or content contains this text, ignoring case.', {
      placeholder: 'TEXT',
    }),
    preview,
    speaker,
  },
  terminal: {
    words: ['forget'],
    otherNames: ['delete', 'remove', 'rm'],
    arguments: ['ids'],
    details:
      'Named by id, by where they came from, or by a text they hold; one of the three. They are gone from search, links and every backup in the home too, and cannot be brought back: --dry-run shows first what would go. What a person said or vouched for goes for a person alone. Copies and exports that were put elsewhere keep them.',
    examples: {
      'afterwit forget 5e6f7a8b': 'This one.',
      'afterwit forget --origin mcp:claude-code --dry-run':
        'What would be forgotten with everything that this agent said?',
    },
  },
  run: async (request, home) => {
    const { forgetEverywhere } = await import('../../open/forget-everywhere.ts');
    return await forgetEverywhere(request, home);
  },
});
