import type { OPERATOR_ENGINE_OPERATIONS } from '../operations/operator/engines.ts';
import { engineProbe, offeredModels } from './objects/engines.ts';
import type { References } from './operation-reference.ts';

export const OPERATOR_ENGINE_REFERENCES: References<typeof OPERATOR_ENGINE_OPERATIONS> = {
  probeEngine: {
    description: `What \`svc doctor --probe\` finds out: whether each route of the engine answers, what its model can do, and which keys work. It costs some hundred tokens for each model, and takes
seconds to minutes, five at most. An engine is probed by one request at a time, on all nodes; another one is 409 \`resource_conflict\`. Keys that work and were left out because they had been refused get calls
again, on every node. Engines of type \`llama\` hold their model in the process and are probed by the command.`,
    response: engineProbe,
  },
  listOfferedModels: {
    description: `What \`svc models add --json\` prints, with each entry as YAML too: the engine is asked for its list, which costs no tokens, and the list is compared with the configuration file of the node that answers. Nothing is written.
Prices are list prices of a catalog; a model that it does not know has none. An engine that has no list, refuses its credential or is away is 409 \`resource_conflict\` with the reason.`,
    response: offeredModels,
  },
};
