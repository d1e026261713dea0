import { join } from 'node:path';
import { commandModel, printedBy } from '../adapters/models/command-model.ts';
import { type Dialect, dialects } from '../adapters/models/dialects.ts';
import { commandEmbedder, endpointEmbedder, staticVectors } from '../adapters/models/embedders.ts';
import { httpModel } from '../adapters/models/http-model.ts';
import { openModelLedger, openVectorCache } from '../adapters/sqlite/cache-file.ts';
import { type ModelAsking, modelTurn } from '../asking/ask-model.ts';
import { describeCommand, nameOfCommand, wordsOf } from '../asking/command-name.ts';
import { type EmbeddedText, type EmbedTexts, embedTexts } from '../asking/embed-texts.ts';
import type { Settings } from '../config/settings.ts';
import { AfterwitError } from '../model/errors.ts';
import type { Embedder, LanguageModel, ModelLedger, VectorCache } from '../ports/language-model.ts';
import type { Clock } from '../ports/system.ts';
import { redact } from '../redaction/redact.ts';

/** The language model that a user turned on, and the spending on it. */
export interface LanguageModels {
  readonly model: LanguageModel;
  /** An address, or a program. */
  readonly where: string;
  readonly key: { readonly from: string; readonly isThere: () => Promise<boolean> };
  readonly ledger: ModelLedger;
  /** The access to models during one call of the library, a command or an MCP tool. */
  turn(): ModelAsking;
  close(): void;
}

interface ModelPlace {
  /** Handed in by a program, in place of the model that the settings name. */
  readonly model?: LanguageModel | undefined;
  readonly home: string;
  readonly settings: Settings;
  readonly clock: Clock;
}

/** @throws INVALID_SETTING where a setting is missing or does not fit; HOME_NOT_WRITABLE and the other faults of a database */
export function openLanguageModels({ model: own, home, settings, clock }: ModelPlace): LanguageModels {
  const chosen = own === undefined ? chooseModel(settings.models) : handedIn(own);
  const ledger = openModelLedger(join(home, 'cache.db'));
  return {
    ...chosen,
    ledger,
    turn: () => ({
      model: chosen.model,
      ledger,
      clock,
      turn: modelTurn(settings.memory.v3.maxLlmCallsPerTurn),
      limits: settings.models,
    }),
    close: () => ledger.close(),
  };
}

type Chosen = Pick<LanguageModels, 'model' | 'where' | 'key'>;

function chooseModel(models: Settings['models']): Chosen {
  const { provider } = models;
  if (provider === 'none') throw unset('models.provider', 'a provider');
  if (models.name === 'none') throw unset('models.name', 'the name of a model, or a program');
  if (provider === 'command') return commandOf(models);
  const dialect: Dialect = dialects[provider];
  const endpoint =
    models.endpoint === 'default' ? dialect.endpoint : addressOf(models.endpoint, 'models.endpoint');
  const key = keyFrom(models.key, 'models.key', dialect.keyVariable);
  const model = httpModel({
    ...{ dialect, endpoint, key: key.read, model: models.name },
    name: `${provider}/${models.name}`,
  });
  return {
    model,
    where: addressShown(endpoint),
    key: { from: key.from, isThere: async () => (await key.read()) !== '' },
  };
}

function handedIn(model: LanguageModel): Chosen {
  return {
    model,
    where: 'the program that opened the memory',
    key: { from: 'there', isThere: async () => true },
  };
}

function commandOf({ name }: Settings['models']): Chosen {
  const words = wordsOf(name);
  return {
    model: commandModel({ name: nameOfCommand(words), command: words }),
    where: describeCommand(words),
    key: { from: 'the program has its own', isThere: async () => true },
  };
}

/** A key and the texts of memories go there: in the clear to this machine only. */
function addressOf(setting: string, name: string): string {
  const url = URL.canParse(setting) ? new URL(setting) : undefined;
  const isHere = url !== undefined && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere)) return setting;
  throw new AfterwitError(
    'INVALID_SETTING',
    `${name} is no address that a question may be sent to. Make it an address that begins with https://, or with http:// on this machine.`,
    { data: { key: name } },
  );
}

/** An address for people: a name, a password or the part after `?` may be a secret. */
function addressShown(address: string): string {
  const { origin, pathname } = new URL(address);
  return redact(`${origin}${pathname === '/' ? '' : pathname}`);
}

const commandPrefix = 'command:';

function keyFrom(key: string, name: string, usual?: string) {
  if (key === 'none') return { from: 'nowhere: none is wanted', read: async () => '' };
  if (key.startsWith(commandPrefix)) {
    const line = key.slice(commandPrefix.length).trim();
    const [program = '', ...given] = wordsOf(line);
    let printed: Promise<string> | undefined;
    return {
      from: `what ${describeCommand([program, ...given])} prints`,
      read: async () => (printed ??= printedBy(program, given)),
    };
  }
  const variable = key === 'default' && usual !== undefined ? usual : key;
  if (/^[A-Z_][A-Z0-9_]*$/.test(variable))
    return { from: `the variable ${variable}`, read: async () => process.env[variable] ?? '' };
  throw new AfterwitError(
    'INVALID_SETTING',
    `${name} says where the key is, and is not the key itself. Make it the name of a variable in capitals, or \`command:\` and a program that prints the key.`,
    { data: { key: name } },
  );
}

function unset(key: string, what: string): AfterwitError {
  return new AfterwitError(
    'INVALID_SETTING',
    `${key} is not set. Set it to ${what}: \`afterwit config set ${key} …\`.`,
    {
      data: { key },
    },
  );
}

/** The embedder that a user turned on, and its kept vectors. */
export interface Embeddings {
  readonly embedder: Embedder;
  /** An address, a program or a folder. */
  readonly where: string;
  readonly cache: VectorCache;
  readonly embedTexts: EmbedTexts;
  close(): void;
}

interface EmbeddingPlace extends Omit<ModelPlace, 'model'> {
  /** Handed in by a program, in place of the embedder that the settings name. */
  readonly embedder?: Embedder | undefined;
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

const filePrefix = 'file:';

function chooseEmbedder({ source, name, key }: Settings['models']['embeddings']) {
  if (source === 'none')
    throw unset('models.embeddings.source', 'an address, `command:` and a program, or `file:` and a folder');
  if (source.startsWith(filePrefix)) {
    const folder = source.slice(filePrefix.length);
    return { embedder: staticVectors(folder), where: folder };
  }
  if (name === 'none') throw unset('models.embeddings.name', 'the name of a model');
  if (source.startsWith(commandPrefix)) {
    const command = wordsOf(source.slice(commandPrefix.length));
    const embedder = commandEmbedder(name, { name: nameOfCommand(command), command });
    return { embedder, where: describeCommand(command) };
  }
  const endpoint = addressOf(source, 'models.embeddings.source');
  const { read } = keyFrom(key, 'models.embeddings.key');
  return { embedder: endpointEmbedder({ model: name, endpoint, key: read }), where: addressShown(endpoint) };
}
