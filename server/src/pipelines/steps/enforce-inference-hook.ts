import type { Authenticated, Exchange, Parsed, ParsedEmbeddings, Reserved, Selected, Step } from '#exchange';
import type { CallPolicy, InferenceHooks, ShownPrompt } from '#features/inference-hook';
import type { OrganizationDirectory, OrganizationRecord } from '#features/organization';

export interface EnforceInferenceHookDeps {
  readonly inferenceHooks: { readonly calls: InferenceHooks };
  readonly organizations: OrganizationDirectory;
}

type ReservedCall = Exchange & Authenticated & Selected & Reserved;

/**
 * Between steps 13 and 14 (D-01): the organization's own server says whether the model may run (POLICY-09). It is asked
 * last, so that it sees nothing that we refuse anyway. Releases the reservation if it refuses or the client has left.
 */
export function enforceInferenceHook(deps: EnforceInferenceHookDeps): Step<ReservedCall & Parsed> {
  return enforce<ReservedCall & Parsed>(deps, ({ call }) => {
    const builtin = (call.builtinTools ?? []).map(({ type }) => ({ name: type }));
    return { turns: call.turns, tools: [...call.tools, ...builtin] };
  });
}

/** The same for an embeddings call. */
export function enforceInferenceHookOnInputs(
  deps: EnforceInferenceHookDeps,
): Step<ReservedCall & ParsedEmbeddings> {
  return enforce<ReservedCall & ParsedEmbeddings>(deps, ({ embeddings }) => {
    const blocks = embeddings.inputs.map((text) => ({ type: 'text' as const, text }));
    return { turns: [{ role: 'user', blocks }], tools: [] };
  });
}

function enforce<E extends ReservedCall>(
  { inferenceHooks, organizations }: EnforceInferenceHookDeps,
  promptOf: (exchange: E) => ShownPrompt,
): Step<E> {
  const policyFor = (exchange: E, organization: OrganizationRecord | undefined): CallPolicy | undefined => {
    const hook = organization?.inferenceHook;
    return hook ? inferenceHooks.calls.policyFor(hook, exchange, promptOf(exchange)) : undefined;
  };
  return (exchange) => {
    const organization = organizations.find(exchange.credential.organizationId);
    if (organization instanceof Promise)
      return releasing(exchange, async () => ask(exchange, policyFor(exchange, await organization)));
    const policy = policyFor(exchange, organization);
    return policy && releasing(exchange, () => ask(exchange, policy));
  };
}

async function ask(exchange: ReservedCall, policy: CallPolicy | undefined): Promise<void> {
  exchange.policy = policy;
  await policy?.begin();
}

/** Nothing stays reserved for a call that is refused, or whose client left while something was waited for. */
async function releasing(exchange: ReservedCall, work: () => Promise<void>): Promise<void> {
  const { reservation } = exchange.admission;
  try {
    await work();
  } catch (refusal) {
    reservation.release();
    // Nobody is there to be refused.
    if (!exchange.disconnected) throw refusal;
    return;
  }
  if (exchange.disconnected) reservation.release();
}
