import { ofRepository } from '../operation.ts';

export const knownRepositories = ofRepository({
  name: 'knownRepositories',
  summary: 'List the repositories that the home knows.',
  input: {},
  run: async (_, { dependencies }) => dependencies.store.read((reader) => reader.repositories()),
});
