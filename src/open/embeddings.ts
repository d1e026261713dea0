import { join } from 'node:path';
import { commandEmbedder, endpointEmbedder, staticVectors } from '../adapters/models/embedders.ts';
import { openModelLedger, openVectorCache } from '../adapters/sqlite/cache-file.ts';
import { describeCommand, nameOfCommand, wordsOf } from '../asking/command-name.ts';
import { type EmbeddedText, type EmbedTexts, embedTexts } from '../asking/embed-texts.ts';
import type { Settings } from '../config/settings.ts';
import { AfterwitError } from '../model/errors.ts';
import type { Embedder, VectorCache } from '../ports/embedder.ts';
import type { ModelLedger } from '../ports/language-model.ts';
import type { Clock } from '../ports/system.ts';
import { addressOf, addressShown, keyFrom } from './language-models.ts';

/** The embedder that a user turned on, and its kept vectors. */
export interface Embeddings {
  readonly embedder: Embedder;
  /** An address, a program or a folder. */
  readonly where: string;
  readonly cache: VectorCache;
  readonly embedTexts: EmbedTexts;
  close(): void;
}

interface EmbeddingPlace {
  /** Handed in by a program, in place of the embedder that the settings name. */
  readonly embedder?: Embedder | undefined;
  readonly home: string;
  readonly settings: Settings;
  readonly clock: Clock;
  /** Whether a memory is still there: the vector of a memory forgotten meanwhile is not kept. */
  readonly isThere?: (owner: string) => boolean;
}

/** @throws INVALID_SETTING where a setting is missing or does not fit; HOME_NOT_WRITABLE and the other faults of a database */
export function openEmbeddings(place: EmbeddingPlace): Embeddings {
  const { embedder: own, home, settings, clock, isThere } = place;
  const { embedder, where } =
    own === undefined
      ? chooseEmbedder(settings.models.embeddings)
      : { embedder: own, where: 'the program that opened the memory' };
  const path = join(home, 'cache.db');
  const cache = openVectorCache(path);
  let ledger: ModelLedger | undefined;
  return {
    ...{ embedder, where, cache },
    embedTexts: async (texts, bounds) => {
      ledger ??= openModelLedger(path);
      const embedding = { embedder, ledger, cache, clock, limits: settings.models };
      const embedded = await embedTexts(texts, bounds, embedding);
      forgetGone(texts, embedded.sent);
      return { ...embedded, model: embedder.name };
    },
    close: () => {
      ledger?.close();
      cache.close();
    },
  };

  function forgetGone(texts: readonly EmbeddedText[], sent: readonly number[]): void {
    const owners = sent.flatMap((at) => texts[at]?.owner || []);
    const gone = owners.filter((owner) => isThere?.(owner) === false);
    if (gone.length > 0) cache.forget(gone);
  }
}

const commandPrefix = 'command:';
const filePrefix = 'file:';

function chooseEmbedder({ source, name, key }: Settings['models']['embeddings']) {
  if (source === 'none')
    throw unset('source', 'an address, `command:` and a program, or `file:` and a folder');
  if (source.startsWith(filePrefix)) {
    const folder = source.slice(filePrefix.length);
    return { embedder: staticVectors(folder), where: folder };
  }
  if (name === 'none') throw unset('name', 'the name of a model');
  if (source.startsWith(commandPrefix)) {
    const command = wordsOf(source.slice(commandPrefix.length));
    const embedder = commandEmbedder(name, { name: nameOfCommand(command), command });
    return { embedder, where: describeCommand(command) };
  }
  const endpoint = addressOf(source, 'models.embeddings.source');
  const { read } = keyFrom(key, 'models.embeddings.key');
  return { embedder: endpointEmbedder({ model: name, endpoint, key: read }), where: addressShown(endpoint) };
}

function unset(setting: string, what: string): AfterwitError {
  const key = `models.embeddings.${setting}`;
  return new AfterwitError(
    'INVALID_SETTING',
    `${key} is not set. Set it to ${what}: \`afterwit config set ${key} …\`.`,
    { data: { key } },
  );
}
