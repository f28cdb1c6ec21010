import {
  ApiError,
  issueWords,
  PLUGIN_POLICIES,
  pluginSettings,
  type LimitValues,
  type PluginSettings,
} from '@svc/contract';
import { unknownPart, UploadDigest, type FormReceiver } from '#features/files';

/** The parts of an uploaded plugin: the bundle, and settings as text, in any order (D-PLUG-1). */
export class PluginForm implements FormReceiver {
  readonly #limits: LimitValues;
  readonly #store: (bytes: AsyncIterable<Buffer>) => Promise<void>;
  readonly #digest = new UploadDigest();
  readonly #values = new Map<string, unknown>();
  #hasFile = false;

  /** `store` keeps the bundle while it comes. */
  constructor(limits: LimitValues, store: (bytes: AsyncIterable<Buffer>) => Promise<void>) {
    this.#limits = limits;
    this.#store = store;
  }

  field(name: string, value: string): void {
    if (name === 'file') throw invalid(name, 'Send the part file with a filename.');
    if (name !== 'policy' && name !== 'workspace_ids') throw unknownPart(name);
    if (this.#values.has(name)) throw invalid(name, `Send ${name} once.`);
    this.#digest.addField(name, value);
    this.#values.set(name, name === 'policy' ? value : readIds(value));
    this.#check();
  }

  async file(name: string, filename: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    if (name !== 'file') throw unknownPart(name);
    if (this.#hasFile) throw invalid('file', 'Send one bundle.');
    this.#hasFile = true;
    this.#digest.addFilename(filename);
    await this.#store(this.#digested(bytes));
  }

  /** What is known when the form is over. Throws 400. */
  end(): { readonly settings: PluginSettings; readonly digest: Buffer } {
    if (!this.#hasFile) throw invalid('file', 'Send a part file with the bundle and a filename.');
    return { settings: this.#check(), digest: this.#digest.end() };
  }

  #check(): PluginSettings {
    const checked = pluginSettings(this.#limits).safeParse(Object.fromEntries(this.#values), {
      reportInput: true,
    });
    if (checked.success) return checked.data;
    const [issue] = checked.error.issues;
    const [name, index] = issue?.path ?? [];
    if (name === 'policy') throw invalid('policy', `policy must be one of ${PLUGIN_POLICIES.join(', ')}.`);
    const param = `workspace_ids${typeof index === 'number' ? `[${index}]` : ''}`;
    throw invalid(param, `${param} ${issue ? issueWords(issue) : 'is not accepted'}.`);
  }

  async *#digested(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      this.#digest.addBytes(chunk);
      yield chunk;
    }
  }
}

function readIds(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw invalid('workspace_ids', 'workspace_ids must be a JSON list of ids of workspaces.');
  }
}

function invalid(param: string, message: string): ApiError {
  return new ApiError('invalid_parameter', { param, message });
}
