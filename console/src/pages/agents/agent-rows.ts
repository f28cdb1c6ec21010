import type { Agent } from '@svc/contract';
import { agentStrings } from '../../strings/agents.ts';
import { selectRow } from '../../ui/form/rows/choice-rows.tsx';
import { emptyAs } from '../../ui/form/rows/row.ts';
import { longTextRow, numberRow, textRow } from '../../ui/form/rows/text-rows.tsx';
import { jsonRow } from './json-row.tsx';

const { form: words } = agentStrings;

const MAX_NAME_CHARACTERS = 100;
const MAX_DESCRIPTION_CHARACTERS = 1000;
const DEFAULT_ROUNDS = 50;

/** `models`: ids of those that can be chosen. That of the agent stays, even where it is none of them any more. */
export function agentRows(models: readonly string[], agent?: Agent) {
  const ids = agent && !models.includes(agent.model) ? [agent.model, ...models] : models;
  return {
    name: textRow({ label: words.name, initial: agent?.name, maxLength: MAX_NAME_CHARACTERS }),
    model: selectRow({
      label: words.model,
      names: Object.fromEntries(ids.map((id) => [id, id])),
      initial: agent?.model ?? ids[0] ?? '',
    }),
    description: emptyAs(
      null,
      textRow({
        label: words.description,
        initial: agent?.description,
        maxLength: MAX_DESCRIPTION_CHARACTERS,
        optional: true,
      }),
    ),
    system: emptyAs(null, longTextRow({ label: words.system, initial: agent?.system, optional: true })),
    tools: jsonRow<Agent['tools']>({
      label: words.tools,
      hint: words.toolsHint,
      initial: agent?.tools ?? [],
    }),
    mcp_servers: jsonRow<Agent['mcp_servers']>({
      label: words.servers,
      hint: words.serversHint,
      initial: agent?.mcp_servers ?? [],
    }),
    max_rounds: numberRow({ label: words.rounds, initial: agent?.max_rounds ?? DEFAULT_ROUNDS, min: 1 }),
  };
}
