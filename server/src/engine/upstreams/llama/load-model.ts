import { availableParallelism } from 'node:os';
import type { ChatWrapper, Llama, LlamaContextSequence, LlamaModel } from 'node-llama-cpp';
import { isGgufFile } from './gguf-file.ts';
import { LocalModelError } from './local-model-error.ts';

type Library = typeof import('node-llama-cpp');

/**
 * A loaded model with its sequences: each holds one conversation and is reused by one request after the
 * other.
 */
export interface LoadedModel {
  readonly library: Library;
  readonly llama: Llama;
  readonly model: LlamaModel;
  readonly wrapper: ChatWrapper;
  /** Empty for an embedding model. */
  readonly sequences: LlamaContextSequence[];
  /** Tokens of prompt and reply together per sequence; for embeddings, of one text. */
  readonly contextTokens: number;
}

export interface ModelOptions {
  readonly modelPath: string;
  /** Tokens of prompt and reply together; default 4096, and never more than the model was trained on. */
  readonly contextSize?: number;
  /** Concurrent conversations, 1 to 8; default 2. Each needs the memory of a context. */
  readonly maxConcurrency?: number;
}

const CONTEXT_TOKENS = 4_096;
const CONCURRENCY = 2;
/** A context refuses a ninth sequence. */
const CONCURRENCY_LIMIT = 8;

async function importLibrary(): Promise<Library> {
  try {
    return await import('node-llama-cpp');
  } catch (error) {
    throw new LocalModelError('LLAMA_NOT_INSTALLED', error);
  }
}

/** Half of the processors, so that the service itself is never starved; one on a machine with two. */
function threadsForGeneration(): number {
  return Math.max(1, Math.floor(availableParallelism() / 2));
}

/** The model's own chat template, or plain titled turns for base models, which have none. */
function chooseWrapper(library: Library, model: LlamaModel): ChatWrapper {
  if (model.fileInfo.metadata.tokenizer?.chat_template === undefined) return new library.GeneralChatWrapper();
  return library.resolveChatWrapper(model);
}

/** Embedding models' files declare how token vectors are pooled. Such models cannot generate. */
function isForEmbeddings({ fileInfo }: LlamaModel): boolean {
  const pooling: number | undefined = fileInfo.architectureMetadata.pooling_type;
  return pooling !== undefined && pooling > 0;
}

/**
 * Loads a GGUF file with the prebuilt binary; never compiles or downloads anything. Rejects with the cause.
 */
export async function loadModel(options: ModelOptions): Promise<LoadedModel> {
  if (!(await isGgufFile(options.modelPath))) throw new LocalModelError('NOT_GGUF');
  const library = await importLibrary();
  // The library's own log lines may quote paths and texts, so they are discarded.
  const llama = await library.getLlama({
    build: 'never',
    progressLogs: false,
    maxThreads: threadsForGeneration(),
    logger: () => {},
  });
  try {
    const model = await llama.loadModel({ modelPath: options.modelPath });
    const contextTokens = Math.min(options.contextSize ?? CONTEXT_TOKENS, model.trainContextSize);
    const loaded = { library, llama, model, wrapper: chooseWrapper(library, model) };
    if (isForEmbeddings(model)) return { ...loaded, sequences: [], contextTokens };
    const count = Math.min(options.maxConcurrency ?? CONCURRENCY, CONCURRENCY_LIMIT);
    const context = await model.createContext({ contextSize: contextTokens, sequences: count });
    const sequences = Array.from({ length: count }, () => context.getSequence());
    // A context may become larger than requested, but never smaller. The extra must not change the answers.
    return { ...loaded, sequences, contextTokens: Math.min(contextTokens, context.contextSize) };
  } catch (error) {
    await llama.dispose();
    throw error;
  }
}
