import { decimalToNanos, type DeploymentConfig } from '#config';
import type { ServerToolUse } from '#engine';
import type { BuiltinTool } from '#exchange';

type Prices = DeploymentConfig['tools']['prices'];

/** What uses of server tools cost, in nano-dollars (D-85). The caller's own MCP servers cost nothing. */
export class ToolPrices {
  readonly #prices: Prices;
  readonly #webSearch: number;
  readonly #webFetch: number;

  constructor(prices: Prices) {
    this.#prices = prices;
    this.#webSearch = decimalToNanos(prices.web_search);
    this.#webFetch = decimalToNanos(prices.web_fetch);
  }

  costNanos({ web_search: searches = 0, web_fetch: fetches = 0 }: ServerToolUse = {}): number {
    return searches * this.#webSearch + fetches * this.#webFetch;
  }

  /** The cost when every tool is used as often as allowed. */
  worstCaseNanos(tools: readonly BuiltinTool[]): number {
    const price = (type: BuiltinTool['type']): number =>
      type === 'svc_web_search' ? this.#webSearch : this.#webFetch;
    return tools.reduce((sum, { type, maxUses }) => sum + maxUses * price(type), 0);
  }

  /** The prices of the tools that ran, for the record. */
  of({ web_search: searches, web_fetch: fetches }: ServerToolUse): Readonly<Record<string, string>> {
    return {
      ...(searches ? { web_search: this.#prices.web_search } : {}),
      ...(fetches ? { web_fetch: this.#prices.web_fetch } : {}),
    };
  }
}

const known = new WeakMap<Prices, ToolPrices>();

/** The prices as configured now: a changed configuration creates a new object. */
export function toolPricesOf(prices: Prices): ToolPrices {
  let found = known.get(prices);
  if (!found) known.set(prices, (found = new ToolPrices(prices)));
  return found;
}
