import { type Document, isMap, isSeq, parseDocument } from 'yaml';
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

type Written = Readonly<Record<string, unknown>>;

/** svc.yaml as it is written, to be added to: comments stay where they are. Nothing reaches the disk before `save`. */
export class DeploymentFile {
  readonly path: string;
  readonly #environment: Environment;
  /** Undefined: there is no file yet. */
  readonly #former: string | undefined;
  readonly #document: Document;

  constructor(environment: Environment) {
    const { path, exists } = findDeploymentFile(environment);
    this.path = path;
    this.#environment = environment;
    this.#former = exists ? readConfigText(path) : undefined;
    // Tells what is wrong with the text before it is changed.
    const value = parseYaml(this.#former ?? '', path);
    this.#document = parseDocument(this.#former ?? '', { merge: true });
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new OperatorError(`${path} must hold keys and values, such as engines and models.`);
  }

  /** What stands in the file, with `${NAME}` as it is written. */
  get written(): Written {
    return (this.#document.toJS({ maxAliasCount: 1000 }) ?? {}) as Written;
  }

  /** Sets what a path leads to. Maps on the way that are missing are made. */
  set(path: readonly string[], value: unknown): void {
    for (let depth = 1; depth < path.length; depth++) {
      const found = this.#document.getIn(path.slice(0, depth));
      // `engines:` with nothing behind it.
      if (found === null) this.#document.setIn(path.slice(0, depth), this.#document.createNode({}));
      else if (found !== undefined && !isMap(found))
        throw new OperatorError(`${path.slice(0, depth).join('.')}: must be a map to have keys of its own`);
    }
    this.#document.setIn(path, this.#document.createNode(value));
  }

  addModels(models: readonly object[]): void {
    const list = this.#document.get('models');
    if (!isSeq(list)) this.#document.set('models', this.#document.createNode(models));
    else for (const model of models) list.add(this.#document.createNode(model));
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
    await replaceFile(this.path, this.#former, textOf(this.#document));
  }
}

function isFilled(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

/** Long lines stay long: a folded secret or address is hard to find again. */
function textOf(document: Document): string {
  return document.toString({ lineWidth: 0 });
}
