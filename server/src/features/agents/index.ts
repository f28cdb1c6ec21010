/** Agents of workspaces: named, versioned choices of a model with instructions and tools (rules AGENT). */
export { agentsModule } from './agents-module.ts';
