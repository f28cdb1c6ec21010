/** Pinned to the version this engine was written for; --no-save leaves package.json unchanged. */
export const LLAMA_INSTALL_COMMAND = 'npm install --no-save node-llama-cpp@3.22.1';

const SENTENCES = {
  LLAMA_NOT_INSTALLED: `The optional package node-llama-cpp is not installed. Install it with: ${LLAMA_INSTALL_COMMAND}`,
  NOT_GGUF: 'The file is not a GGUF file. Give model_path the path of one.',
} as const;

/** Why a local model cannot be loaded, if known. The message is our own, so it may be logged. */
export class LocalModelError extends Error {
  readonly code: keyof typeof SENTENCES;

  constructor(code: keyof typeof SENTENCES, cause?: unknown) {
    super(SENTENCES[code], { cause });
    this.name = 'LocalModelError';
    this.code = code;
  }
}
