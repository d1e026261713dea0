import { speaker } from '../common-fields.ts';
import { required, text } from '../field.ts';
import { ofHome, ofRepository } from '../operation.ts';

/** The repository of this path. */
export const currentRepository = ofRepository({
  name: 'currentRepository',
  reads: true,
  summary: 'Say which repository this clone belongs to.',
  input: {},
  run: async (_, { current }) => current.known,
});

/** All repositories that the home knows. */
export const knownRepositories = ofHome({
  name: 'knownRepositories',
  reads: true,
  summary: 'List the repositories that the home knows.',
  input: {},
  run: async (_, { store }) => store.read((reader) => reader.repositories()),
});

/**
 * A repository known earlier that this one looks like, whose memories it does not share: their common
 * evidence can be copied. `isNew`: this clone was seen for the first time when the memory was opened.
 */
export const lookalike = ofRepository({
  name: 'lookalike',
  reads: true,
  summary: 'Name the known repository that this clone looks like, whose memories it does not share.',
  input: {},
  run: async (_, { current }) => {
    const found = current.lookalike();
    return found && { ...found, isNew: current.isNewAndAlike };
  },
});

/**
 * A person says that this clone belongs to that repository, and shares its memories. Returns the joined repository.
 * @throws NEEDS_PERSON, REPOSITORY_NOT_FOUND
 */
export const linkRepository = ofRepository({
  name: 'linkRepository',
  summary: 'Declare that this clone belongs to a known repository.',
  answer: 'KnownRepository',
  input: {
    id: required(text('Id of the repository, as repo show prints it.', { placeholder: 'ID' })),
    speaker,
  },
  takes: ['id'],
  terminal: {
    words: ['repo', 'link'],
    details:
      'A clone shares no memories with another one until a person says so, at the question when it is first seen or here: what makes clones look alike (remotes, first commits) can be copied.',
    examples: {
      'afterwit repo link 2f1c4b9e-8a53-4a0e-9d0b-6f1d0c3b7a55': 'Share the memory of that repository.',
    },
  },
  run: async ({ id, speaker }, on) => await on.current.link(id, speaker ?? on.dependencies.speaker),
});

/** A person says that this clone is a repository of its own from now on. @throws NEEDS_PERSON */
export const splitRepository = ofRepository({
  name: 'splitRepository',
  summary: 'Declare that this clone is a separate repository from now on.',
  answer: 'KnownRepository',
  input: {
    speaker,
  },
  terminal: {
    words: ['repo', 'split'],
    details: 'Memories stay with the repository it leaves. Only a person may do it.',
    examples: { 'afterwit repo split': 'Separate a clone that is now another project.' },
  },
  run: async ({ speaker }, on) => await on.current.split(speaker ?? on.dependencies.speaker),
});
