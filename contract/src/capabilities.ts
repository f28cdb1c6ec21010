/** Boolean capability names of a model object, and the values of the `capability` filter (inference contract §2.6, D-58). */
export const CAPABILITIES = [
  'tools',
  'parallel_tool_calls',
  'strict_tools',
  'json_object',
  'json_schema',
  'vision',
  'documents',
  'citations',
  'reasoning',
  'temperature',
  'top_p',
  'top_k',
  'penalties',
  'seed',
] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** Built-in tools a model may list under `capabilities.server_tools` (D-41). */
export const SERVER_TOOLS = ['svc_web_search', 'svc_web_fetch'] as const;
export type ServerTool = (typeof SERVER_TOOLS)[number];

/** Built-in tools that only agents have. `svc_files` and `svc_bash` need an environment. */
export const AGENT_TOOLS = ['svc_memory', 'svc_skill', 'svc_files', 'svc_bash'] as const;

/** The name under which uses of each built-in tool are counted and priced (D-41, D-85). */
export const SERVER_TOOL_USES = {
  svc_web_search: 'web_search',
  svc_web_fetch: 'web_fetch',
} as const satisfies Readonly<Record<ServerTool, string>>;
export type ServerToolUseName = (typeof SERVER_TOOL_USES)[ServerTool];

/** Values of the `surface` filter; `api` when left out (inference contract §4.1). */
export const SURFACES = ['api', 'cli', 'terminal', 'desktop'] as const;
export type Surface = (typeof SURFACES)[number];

/** Model families (inference contract §2.6, D-56). */
export const MODEL_FAMILIES = ['svc', 'svc-code'] as const;
export type ModelFamily = (typeof MODEL_FAMILIES)[number];

const capabilities: ReadonlySet<string> = new Set(CAPABILITIES);
const serverTools: ReadonlySet<unknown> = new Set(SERVER_TOOLS);
const surfaces: ReadonlySet<string> = new Set(SURFACES);

/** Whether a name is one of the capability flags; `server_tools` is not. Anything else is 400 `invalid_capability`. */
export function isCapability(name: string): name is Capability {
  return capabilities.has(name);
}

/** Whether a value names a surface. Anything else is 400 `invalid_surface`. */
export function isSurface(name: string): name is Surface {
  return surfaces.has(name);
}

/** Whether a value names a built-in tool. */
export function isServerTool(name: unknown): name is ServerTool {
  return serverTools.has(name);
}
