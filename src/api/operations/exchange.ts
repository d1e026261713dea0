import type { ImportFile } from '../../model/answers/exchange-report.ts';
import { exportedScopes, type OpenedHome } from '../../open/home-context.ts';
import { isObject } from '../check-input.ts';
import { exportedWhere, importing, preview, scope, signal, speaker } from '../common-fields.ts';
import { flag, given, required, texts } from '../field.ts';
import { ofHome } from '../operation.ts';

/** Memories as lines of JSON, each with its line end. Reads lazily, so keep the home open until the last line. */
export const exportLines = ofHome({
  name: 'exportLines',
  reads: true,
  summary: 'Write memories as lines of JSON, to move, archive or process them.',
  answer: 'ExportReport',
  input: {
    where: exportedWhere,
  },
  terminal: {
    words: ['export'],
    details: [
      'Writes one memory per line, with the fields of Memory V2 and V3 and its outcomes; failures with their patterns, variants and episodes. Includes the memories of this repository, of the user, and global ones, unless --scope or --all is given. Decisions are not included; backup copies everything.',
      'The same memories always give the same file, byte for byte, so an export can be kept in git.',
    ],
    examples: {
      'afterwit export --scope repo --out memories.jsonl': 'Everything about this repository.',
      'afterwit export --all --out memories.jsonl': 'All of it.',
      'afterwit export --layout v2 --out ./for-v2': 'For a program that keeps memories as Memory V2 does.',
    },
  },
  isLazy: true,
  run: ({ where }, home: OpenedHome) => home.exportLines(exportedScopes(home, where)),
});

/** The same as lines of Memory V2, each with its file in the folder `memory/items` of V2's layout. */
export const exportV2 = ofHome({
  name: 'exportV2',
  summary: 'Give memories as lines of Memory V2, each with its file.',
  input: {
    where: exportedWhere,
  },
  isLazy: true,
  run: ({ where }, home: OpenedHome) => home.exportV2(exportedScopes(home, where)),
});

/**
 * Imports lines from `exportLines` or in Memory V2. Idempotent; an invalid line is reported and does not stop the import. Unless
 * `vouched`, no imported memory is shown unasked before a person approves it.
 * @throws INVALID_ARGUMENT, NEEDS_PERSON, INTERRUPTED
 */
export const importLines = ofHome({
  name: 'importLines',
  summary: 'Add the memories that others share here, or those of a file.',
  answer: 'ImportReport',
  input: {
    lines: required(
      given<AsyncIterable<Uint8Array | string>>(
        'an async iterable',
        (value) => isObject(value) && Symbol.asyncIterator in value,
      ),
    ),
    ...importing,
  },
  takes: ['lines'],
  terminal: {
    words: ['import'],
    arguments: [],
    details: [
      'Without FILE, what `afterwit share` wrote into this repository (.afterwit/lessons.jsonl); it holds here. Else a file that export wrote, or a folder of Memory V2.',
      'Anyone could write a file in your name. Imported memories are therefore recalled on request only, with a warning, until you approve them (review approve); --mine trusts the file.',
      'Every line is checked and redacted again. Invalid lines are skipped and listed; the exit status is then 2. Memories that exist here stay unchanged. Running the import again adds nothing, so an interrupted import is resumed by running it again.',
    ],
    examples: {
      'afterwit import': 'What others share in this repository.',
      'afterwit import lessons.jsonl --scope repo': 'Lessons from a file, for this repository.',
      'afterwit import memories.jsonl --mine': 'Your own export, on another machine.',
      'afterwit import ~/.agent/memory': 'The memories of a program with Memory V2.',
    },
  },
  run: async ({ lines, ...options }, home) => {
    const { importFiles } = await import('../../open/exchange.ts');
    return await importFiles({ files: [{ lines }], ...options }, home);
  },
});

/** A list is looked into; a series that must be waited for is looked at as it comes. */
function isSeriesOfFiles(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((file) => isObject(file) && isObject(file.lines));
  return isObject(value) && (Symbol.asyncIterator in value || Symbol.iterator in value);
}

/**
 * The same from several files, one after the other; a fault names its file. A layer holds for lines that name none: files of V2's
 * layout hold one each.
 */
export const importFiles = ofHome({
  name: 'importFiles',
  summary: 'Import several files, one after the other; a fault names its file.',
  input: {
    files: required(
      given<Iterable<ImportFile> | AsyncIterable<ImportFile>>('an iterable of files', isSeriesOfFiles),
    ),
    ...importing,
  },
  takes: ['files'],
  run: async (request, home) => {
    const { importFiles: importAll } = await import('../../open/exchange.ts');
    return await importAll(request, home);
  },
});

/**
 * Imports the memories that others share in the repository here, as they stand in the working tree. They hold here, and none is
 * shown unasked before a person approves it. @throws INVALID_ARGUMENT where nothing is shared
 */
export const importShared = ofHome({
  name: 'importShared',
  summary: 'Import what others share in the repository here.',
  input: {
    speaker,
    signal,
  },
  run: async (options, home) => {
    const { importShared: importHere } = await import('../../open/exchange.ts');
    return await importHere(options, home);
  },
});

/**
 * Writes memories that a person chose into the shared file of the repository here (`.afterwit/lessons.jsonl`), for review and
 * commit.
 * @throws NEEDS_PERSON, ITEM_NOT_FOUND, INVALID_ARGUMENT for a memory that is unvouched or holds elsewhere
 */
export const share = ofHome({
  name: 'share',
  summary: 'Write chosen memories into this repository, for others to review, commit and import.',
  answer: 'ShareReport',
  input: {
    ids: texts('Id of a memory, at least 4 digits.', { placeholder: 'ID', flag: 'id' }),
    all: flag('Every memory of the scope that a person vouched for.'),
    removed: texts('Ids of lines that are taken out of the file again.', { terminal: false }),
    scope: scope({
      description:
        'Share from here: repo, this repository; user, all your repositories; global, everyone on this machine. On import it belongs to the repository.',
    }),
    preview,
    speaker,
  },
  terminal: {
    words: ['share'],
    otherNames: ['publish'],
    arguments: ['ids'],
    details: [
      'Writes .afterwit/lessons.jsonl in the working tree: one memory per line, in an order that keeps diffs small, redacted once more, without who said it in which session and without what came of it. Lines of others stay as they are. Committing it is yours. Others run `afterwit import`; what it adds waits for their word.',
      'Only a person may do this, and only memories that a person vouched for are shared: those of this repository, unless --scope names another place that is yours. With --remove, the lines of these ids are taken out; your memory stays.',
    ],
    examples: {
      'afterwit share 5e6f7a8b': 'Let the others have this one.',
      'afterwit share --all --dry-run': 'What would be shared?',
      'afterwit share 5e6f7a8b --remove': 'Take it out again.',
    },
  },
  run: async (request, home) => {
    const { share: shareHere } = await import('../../open/exchange.ts');
    return await shareHere(request, home);
  },
});
