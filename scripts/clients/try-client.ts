import type { Client } from './client.ts';
import { KEYS, type Deployment } from './deployment.ts';
import { readPage } from './read-page.ts';
import { inPlace, runTurn } from './run-turn.ts';
import { SCENARIOS, type Scenario, type Seen } from './scenarios.ts';

export interface Row {
  readonly client: string;
  readonly scenario: string;
  readonly result: 'pass' | 'fail' | 'not supported';
  readonly seen: string;
}

const MAX_SHOWN = 110;
/** The better first: what a program of Node throws, then whatever sounds like it. */
const ERROR_LINES = [
  /^\s*(?:\[?\w*Error\b|\w+ \[\w*Error\]).*:/,
  /error|quota|rate.?limit|unauthor|invalid|credential|interrupted|failed|401|402|429|529/i,
];

/** Runs every scenario of a client, and prints what was seen of each. */
export async function tryClient(client: Client, deployment: Deployment): Promise<Row[]> {
  const rows: Row[] = [];
  for (const scenario of SCENARIOS) {
    const reason = client.turns.includes(scenario.turn)
      ? client.lacks?.[scenario.name]
      : 'it has no such thing';
    const row =
      reason === undefined
        ? await tryScenario(client, scenario, deployment)
        : rowOf(client, scenario, 'not supported', reason);
    console.log(`${row.client.padEnd(20)} ${row.scenario.padEnd(17)} ${row.result.padEnd(13)} ${row.seen}`);
    rows.push(row);
  }
  return rows;
}

async function tryScenario(client: Client, scenario: Scenario, deployment: Deployment): Promise<Row> {
  const { upstream, origin } = deployment;
  await deployment.useUp(scenario.key);
  const before = { outcomes: deployment.outcomes.length, requests: upstream.requests.length };
  const outcome = await inPlace(client, origin, async (place) => {
    upstream.script(scenario.model(client, place));
    const page = await readPage(client.page, origin);
    return runTurn(await client.prepare(scenario.turn, place, page), place, KEYS[scenario.key]);
  });
  const seen = {
    ...outcome,
    outcomes: deployment.outcomes.slice(before.outcomes),
    requests: upstream.requests.slice(before.requests),
  };
  const fault = seen.outcomes.length === 0 ? 'asked nothing' : scenario.fault(seen, client);
  if (fault === undefined) return rowOf(client, scenario, 'pass', describeSeen(seen));
  return rowOf(client, scenario, 'fail', `${fault}: ${describeSeen(seen)}\n${seen.output.slice(-4000)}`);
}

const rowOf = ({ name }: Client, scenario: Scenario, result: Row['result'], seen: string): Row => ({
  client: name,
  scenario: scenario.name,
  result,
  seen,
});

/** What the service answered, and the line in which it says what is wrong. */
function describeSeen({ code, output, outcomes: responses }: Seen): string {
  const lines = output.split('\n');
  const line = ERROR_LINES.map((words) => lines.find((text) => words.test(text))?.trim()).find(Boolean) ?? '';
  const end = code === null ? 'hangs' : code === 0 ? 'ends well' : `ends with ${code}`;
  const errorLine = code === 0 || line === '' ? '' : `: ${line.slice(0, MAX_SHOWN)}`;
  return `${responses.join(', ')}; ${end}${errorLine}`;
}
