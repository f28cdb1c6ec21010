import type { RenamedTool } from '#exchange';

/** Engines take names of at most this many characters. */
const MAX_CHARACTERS = 64;

/** A tool as this protocol names it. */
export type ToolName = Pick<RenamedTool, 'name' | 'namespace'>;

/**
 * What engines call the tools (COMPR-07): a tool of a namespace is `<namespace>__<name>`, cut where that is too long and
 * numbered where another one has that name.
 */
export class ToolNames {
  readonly #byKey = new Map<string, string>();
  readonly #taken: Set<string>;
  readonly #renamed: RenamedTool[] = [];

  /** `plain`: names of tools outside namespaces, which stay as they are. */
  constructor(plain: Iterable<string>) {
    this.#taken = new Set(plain);
  }

  /** Those of a request that was parsed before. */
  static of(renamed: readonly RenamedTool[]): ToolNames {
    const names = new ToolNames([]);
    for (const tool of renamed) names.#byKey.set(keyOf(tool), tool.engineName);
    return names;
  }

  /** Those that the reply must call something else than the engine does. */
  get renamed(): readonly RenamedTool[] {
    return this.#renamed;
  }

  add(tool: ToolName, isCustom: boolean): string {
    const engineName = tool.namespace === undefined ? tool.name : this.#free(joined(tool));
    this.#byKey.set(keyOf(tool), engineName);
    if (isCustom || tool.namespace !== undefined)
      this.#renamed.push({ ...tool, engineName, ...(isCustom ? { isCustom } : {}) });
    return engineName;
  }

  /** Of a tool that was declared, or of an earlier call whose tool is not declared any more. */
  of(tool: ToolName): string {
    return this.#byKey.get(keyOf(tool)) ?? joined(tool).slice(0, MAX_CHARACTERS);
  }

  has(tool: ToolName): boolean {
    return this.#byKey.has(keyOf(tool));
  }

  #free(name: string): string {
    let free = name.slice(0, MAX_CHARACTERS);
    for (let number = 2; this.#taken.has(free); number++) {
      const end = `_${number}`;
      free = name.slice(0, MAX_CHARACTERS - end.length) + end;
    }
    this.#taken.add(free);
    return free;
  }
}

function joined({ name, namespace }: ToolName): string {
  return namespace === undefined ? name : `${namespace}__${name}`;
}

export function keyOf({ name, namespace }: ToolName): string {
  return JSON.stringify([namespace, name]);
}
