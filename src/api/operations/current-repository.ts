import { ofRepository } from '../operation.ts';

export const currentRepository = ofRepository({
  name: 'currentRepository',
  summary: 'Say which repository this clone belongs to.',
  input: {},
  run: async (_, { current }) => current.known,
});
