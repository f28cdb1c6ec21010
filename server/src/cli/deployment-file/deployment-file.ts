import { isDeepStrictEqual } from 'node:util';
import { type Document, isMap, isScalar, isSeq, parseDocument } from 'yaml';
import {
  type DeploymentConfig,
  type Environment,
  findDeploymentFile,
  parseDeploymentFile,
  parseYaml,
  readConfigText,
} from '#config';
import { OperatorError } from '#kit';
import { replaceFile } from '../replace-file.ts';
import { type Addition, appendToYaml } from './append-to-yaml.ts';

type Written = Readonly<Record<string, unknown>>;

/** svc.yaml as it is written, to be added to: all else in it stays as it is. Nothing reaches the disk before `save`. */
export class DeploymentFile {
  readonly path: string;
  readonly #environment: Environment;
  /** Undefined: there is no file yet. */
  readonly #former: string | undefined;
  readonly #document: Document;
  #addition: Addition | undefined;

  constructor(environment: Environment) {
    const { path, exists } = findDeploymentFile(environment);
    this.path = path;
    this.#environment = environment;
    this.#former = exists ? readConfigText(path) : undefined;
    // Tells what is wrong with the text before it is changed.
    const value = parseYaml(this.#former ?? '', path);
    this.#document = parse(this.#former ?? '');
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new OperatorError(`${path} must hold keys and values, such as engines and models.`);
  }

  /** What stands in the file, with `${NAME}` as it is written. */
  get written(): Written {
    return valueOf(this.#document);
  }

  addEngine(name: string, engine: object): void {
    const engines = this.#collection('engines', isMap);
    if (engines) engines.set(this.#document.createNode(name), this.#document.createNode(engine));
    else this.#document.set('engines', this.#document.createNode({ [name]: engine }));
    this.#addition = { key: 'engines', value: { [name]: engine } };
  }

  addModels(models: readonly object[]): void {
    const list = this.#collection('models', isSeq);
    for (const model of models) list?.add(this.#document.createNode(model));
    if (!list) this.#document.set('models', this.#document.createNode(models));
    this.#addition = { key: 'models', value: models };
  }

  /** The configuration that the service would make of it. ConfigError with each problem by its path. */
  check(): DeploymentConfig {
    const { engines, models } = this.written;
    const checked = this.#document.clone();
    // Engines need a model, and are written before there is one: another command adds it.
    if (models === undefined && isFilled(engines)) {
      const [engine] = Object.keys(engines);
      checked.set('models', [{ id: 'Model', default: true, routes: [{ engine }] }]);
    }
    return parseDeploymentFile(textOf(checked), this.path, this.#environment).config;
  }

  async save(): Promise<void> {
    await replaceFile(this.path, this.#former, this.#text());
  }

  /** The file with the new entries below the existing ones. If a collection is written in one line, the whole file is reformatted. */
  #text(): string {
    const text = this.#addition && appendToYaml(this.#former ?? '', this.#addition);
    if (text !== undefined) {
      const document = parse(text);
      if (document.errors.length === 0 && isDeepStrictEqual(valueOf(document), this.written)) return text;
    }
    return textOf(this.#document);
  }

  /** Undefined: there is none, or `key:` has nothing behind it. An alias stands for what is elsewhere, which is not this key's to change. */
  #collection<Kind>(key: string, isKind: (node: unknown) => node is Kind): Kind | undefined {
    const found = this.#document.get(key, true);
    if (isKind(found)) return found;
    if (found === undefined || (isScalar(found) && found.value === null)) return undefined;
    throw new OperatorError(
      `${key}: cannot be added to as it is written. Add the entry in ${this.path} yourself.`,
    );
  }
}

function parse(text: string): Document {
  return parseDocument(text, { merge: true });
}

function valueOf(document: Document): Written {
  return (document.toJS({ maxAliasCount: 1000 }) ?? {}) as Written;
}

function isFilled(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

/** Long lines stay long: a folded secret or address is hard to find again. */
function textOf(document: Document): string {
  return document.toString({ lineWidth: 0 });
}
