import type { EmbedTexts } from '../asking/embed-texts.ts';
import type { UseAsker } from '../engine/models/use-asker.ts';
import type { ItemId } from '../model/brands.ts';
import { isAfterwitError } from '../model/errors.ts';
import type { Retrieval } from '../model/evidence.ts';
import type { Judge } from '../ports/judge.ts';
import { ModelFault } from '../ports/language-model.ts';
import type { MemoryDependencies } from './home-context.ts';
import type { Embeddings, LanguageModels } from './language-models.ts';

/** The models that a memory may ask, opened when the first question comes: nothing of them is loaded before. */
export class AskedModels {
  readonly #dependencies: MemoryDependencies;
  #models: LanguageModels | undefined;
  #embeddings: Embeddings | undefined;

  constructor(dependencies: MemoryDependencies) {
    this.#dependencies = dependencies;
  }

  /** The judge of a doubtful order: the judge handed in, else the language model that the user turned on. */
  async judge(): Promise<Judge | undefined> {
    const { judge } = this.#dependencies;
    const asker = judge === undefined ? await this.asker() : undefined;
    if (asker === undefined) return judge;
    const { modelJudge } = await import('../engine/models/use-asker.ts');
    return modelJudge(asker);
  }

  /** The language model handed in, else the model that the user turned on. */
  async asker(): Promise<UseAsker | undefined> {
    const { model, settings } = this.#dependencies;
    const { provider, name } = settings.models;
    if (model === undefined && provider === 'none') return undefined;
    const { useAsker } = await import('../engine/models/use-asker.ts');
    const { nameOfCommand, wordsOf } = await import('../asking/command-name.ts');
    const named = provider === 'command' ? nameOfCommand(wordsOf(name)) : `${provider}/${name}`;
    return useAsker(model?.name ?? named, async () => {
      const { openLanguageModels } = await import('./language-models.ts');
      this.#models ??= openLanguageModels(this.#dependencies);
      return this.#models.turn();
    });
  }

  /**
   * Turns texts into vectors; undefined where that is off and not asked for. A missing file or a damaged
   * cache is a fault in its answer.
   * @throws INVALID_SETTING where it is asked for and off
   */
  async embedding(retrieval: Retrieval | undefined): Promise<EmbedTexts | undefined> {
    const { embedder, settings, store } = this.#dependencies;
    const isOn = embedder !== undefined || settings.models.embeddings.source !== 'none';
    if (retrieval === 'words' || (retrieval === undefined && !isOn)) return undefined;
    const isThere = (id: string) => store.read((reader) => reader.item(id as ItemId) !== undefined);
    const open = async () => {
      const { openEmbeddings } = await import('./language-models.ts');
      this.#embeddings ??= openEmbeddings({ ...this.#dependencies, isThere });
      return this.#embeddings;
    };
    if (!isOn) await open();
    return async (texts, bounds) => {
      try {
        return await (await open()).embedTexts(texts, bounds);
      } catch (thrown) {
        if (!isAfterwitError(thrown) && !(thrown instanceof ModelFault)) throw thrown;
        return { model: 'unknown', vectors: texts.map(() => undefined), sent: [], fault: thrown.code };
      }
    };
  }

  close(): void {
    this.#models?.close();
    this.#embeddings?.close();
  }
}
