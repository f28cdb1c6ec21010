import { SERVER_TOOL_USES, type ServerToolUseName } from '@svc/contract';
import { decimalToNanos, type DeploymentConfig } from '#config';
import type { ServerToolUse } from '#engine';
import type { BuiltinTool } from '#exchange';

type Prices = DeploymentConfig['tools']['prices'];

const NAMES: readonly ServerToolUseName[] = Object.values(SERVER_TOOL_USES);

/** What uses of server tools cost, in nano-dollars (D-85). The caller's own MCP servers cost nothing. */
export class ToolPrices {
  readonly #prices: Prices;
  readonly #nanos: Readonly<Record<ServerToolUseName, number>>;

  constructor(prices: Prices) {
    this.#prices = prices;
    this.#nanos = Object.fromEntries(NAMES.map((name) => [name, decimalToNanos(prices[name])])) as Record<
      ServerToolUseName,
      number
    >;
  }

  costNanos(uses?: ServerToolUse): number {
    if (!uses) return 0;
    return NAMES.reduce((sum, name) => sum + (uses[name] ?? 0) * this.#nanos[name], 0);
  }

  /** The cost when every tool is used as often as allowed. */
  worstCaseNanos(tools: readonly BuiltinTool[]): number {
    return tools.reduce((sum, { type, maxUses }) => sum + maxUses * this.#nanos[SERVER_TOOL_USES[type]], 0);
  }

  /** The prices of the tools that ran, for the record. */
  of(uses: ServerToolUse): Readonly<Record<string, string>> {
    return Object.fromEntries(NAMES.filter((name) => uses[name]).map((name) => [name, this.#prices[name]]));
  }
}

const known = new WeakMap<Prices, ToolPrices>();

/** The prices as configured now: a changed configuration creates a new object. */
export function toolPricesOf(prices: Prices): ToolPrices {
  let found = known.get(prices);
  if (!found) known.set(prices, (found = new ToolPrices(prices)));
  return found;
}
